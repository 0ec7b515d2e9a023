import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { SigningKeys } from './signing-key.ts'

export const ID_TOKEN_SECONDS = 15 * 60

/** The project id that the embedded service names as its tokens' audience. */
export const PROJECT_ID = 'mandap'

export interface IdTokenSubject {
  administrator: { id: string; email: string; name: string; emailVerified: boolean }
  sessionId: string
  signedInAt: Date
}

/** What a token says of itself. `expired` is genuine, but past its 15 minutes. */
export type IdTokenReading =
  | { state: 'valid'; sessionId: string }
  | { state: 'expired'; sessionId: string }
  | { state: 'invalid' }

/** The embedded service's token, with the claims that the hosted service's tokens carry. */
export async function signIdToken(
  keys: SigningKeys,
  issuer: string,
  { administrator, sessionId, signedInAt }: IdTokenSubject,
  now: Date,
): Promise<string> {
  const { kid, privateKey } = await keys.current()
  const issuedAt = seconds(now)
  return new SignJWT({
    ...(administrator.name && { name: administrator.name }),
    auth_time: seconds(signedInAt),
    user_id: administrator.id,
    email: administrator.email,
    email_verified: administrator.emailVerified,
    firebase: { identities: { email: [administrator.email] }, sign_in_provider: 'password' },
    sid: sessionId,
  })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(PROJECT_ID)
    .setSubject(administrator.id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ID_TOKEN_SECONDS)
    .sign(privateKey)
}

export async function readIdToken(
  keys: SigningKeys,
  issuer: string,
  token: string,
  now: Date,
): Promise<IdTokenReading> {
  const options = {
    issuer,
    audience: PROJECT_ID,
    algorithms: ['RS256'],
    requiredClaims: ['exp'],
    currentDate: now,
  }
  try {
    const { payload } = await jwtVerify(
      token,
      (header: JWTHeaderParameters) => publicKey(keys, header.kid),
      options,
    )
    return reading('valid', payload)
  } catch (error) {
    // signature, issuer and audience are checked before the expiry is
    if (error instanceof errors.JWTExpired) return reading('expired', error.payload)
    if (error instanceof errors.JOSEError) return { state: 'invalid' }
    throw error
  }
}

function reading(state: 'valid' | 'expired', { sid }: JWTPayload): IdTokenReading {
  return typeof sid === 'string' ? { state, sessionId: sid } : { state: 'invalid' }
}

async function publicKey(keys: SigningKeys, kid: string | undefined) {
  const key = await keys.find(kid)
  if (!key) throw new errors.JWKSNoMatchingKey()
  return key
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
