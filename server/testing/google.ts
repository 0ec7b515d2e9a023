import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** The Firebase project of tests. */
export const PROJECT = 'festive-bookings'

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

/** Starts a server with the public keys of a hosted identity service, which signs tokens as Google does. */
export async function googleService() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'google-1', alg: 'RS256', use: 'sig' }
  // Google publishes the next key before it signs with it
  const next = await generateKeyPair('RS256', { extractable: true })
  const nextJwk = { ...jwk, ...(await exportJWK(next.publicKey)), kid: 'google-next' }
  const state = { up: true }
  const server = createServer((_request, response) => {
    response.writeHead(state.up ? 200 : 503, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ keys: [jwk, nextJwk] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0

  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/jwks`,
    /** Returns a token that is valid for an hour, of a sign-in at `now`. With a blank `kid`, it does not name its key. */
    token(
      now: Date,
      claims: JWTPayload & { email: string; sub: string },
      key: Key = privateKey,
      kid = 'google-1',
    ): Promise<string> {
      const seconds = Math.floor(now.getTime() / 1000)
      return new SignJWT({
        iss: `https://securetoken.google.com/${PROJECT}`,
        aud: PROJECT,
        auth_time: seconds,
        iat: seconds,
        exp: seconds + 3600,
        email_verified: true,
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', ...(kid && { kid }) })
        .sign(key)
    },
    close: () => server.close(),
  })
}
