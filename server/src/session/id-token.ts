import { hash } from 'node:crypto'
import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTHeaderParameters,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { SessionAdministrator } from './session.ts'
import type { SigningKeys } from './signing-key.ts'

export const ID_TOKEN_SECONDS = 15 * 60

/** The project id in the tokens of the embedded service, their audience. */
export const PROJECT_ID = 'mandap'

export interface IdTokenSubject {
  administrator: SessionAdministrator
  sessionId: string
  tokenSerial: number
  signedInAt: Date
}

/** The content of a token that is genuine and not expired. Its session may have ended, or have newer tokens. */
interface ValidIdToken {
  state: 'valid'
  sessionId: string
  tokenSerial: number
}

/** The content of a token. `expired` is genuine, but older than 15 minutes. */
export type IdTokenReading =
  | ValidIdToken
  | { state: 'expired'; sessionId: string; tokenSerial: number }
  | { state: 'invalid' }

/** Signs a token of the embedded service, with the same claims as the hosted service's tokens, and the role. */
export async function signIdToken(
  keys: SigningKeys,
  issuer: string,
  { administrator, sessionId, tokenSerial, signedInAt }: IdTokenSubject,
  now: Date,
): Promise<string> {
  const { kid, algorithm, privateKey } = await keys.current()
  const issuedAt = seconds(now)
  return new SignJWT({
    ...(administrator.name && { name: administrator.name }),
    auth_time: seconds(signedInAt),
    user_id: administrator.id,
    email: administrator.email,
    email_verified: administrator.emailVerified,
    // for the console alone: each call reads the role of the administrator
    role: administrator.role,
    firebase: { identities: { email: [administrator.email] }, sign_in_provider: 'password' },
    sid: sessionId,
    // the tokens of release 0.1.0 have no serial
    ...(tokenSerial > 0 && { serial: tokenSerial }),
  })
    .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(PROJECT_ID)
    .setSubject(administrator.id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ID_TOKEN_SECONDS)
    .sign(privateKey)
}

/** Tokens whose signature is known to be genuine. A session has one for 15 minutes. */
const MAX_KNOWN = 1000

/**
 * Returns a function that reads ID tokens. It verifies the signature of a token once, because that takes longer
 * than the rest of a short request. The expiry and the key are checked each time.
 */
export function idTokenReader(keys: SigningKeys, issuer: string) {
  const known = new Map<
    string,
    { reading: ValidIdToken; kid: string | undefined; expires: number }
  >()
  return async (token: string, now: Date): Promise<IdTokenReading> => {
    // a hash, so that the cache has no token that could be used
    const key = hash('sha256', token, 'base64')
    const found = known.get(key)
    if (found && now.getTime() < found.expires && (await keys.find(found.kid))) return found.reading
    known.delete(key)
    const fresh = await readIdToken(keys, issuer, token, now)
    if (fresh.state === 'valid') {
      const { kid } = decodeProtectedHeader(token)
      const { exp = 0 } = decodeJwt(token)
      const [oldest] = known.keys()
      if (oldest !== undefined && known.size === MAX_KNOWN) known.delete(oldest)
      known.set(key, { reading: fresh, kid, expires: exp * 1000 })
    }
    return fresh
  }
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
    algorithms: ['ES256', 'RS256'],
    requiredClaims: ['exp'],
    currentDate: now,
  }
  try {
    const { payload } = await jwtVerify(
      token,
      (header: JWTHeaderParameters) => publicKey(keys, header),
      options,
    )
    return reading('valid', payload)
  } catch (error) {
    // the library checks signature, issuer and audience before the expiry
    if (error instanceof errors.JWTExpired) return reading('expired', error.payload)
    if (error instanceof errors.JOSEError) return { state: 'invalid' }
    throw error
  }
}

function reading(state: 'valid' | 'expired', { sid, serial = 0 }: JWTPayload): IdTokenReading {
  if (typeof sid !== 'string' || typeof serial !== 'number') return { state: 'invalid' }
  return { state, sessionId: sid, tokenSerial: serial }
}

async function publicKey(keys: SigningKeys, { kid, alg }: JWTHeaderParameters) {
  const key = await keys.find(kid)
  // a key verifies its own algorithm only
  if (key?.algorithm !== alg) throw new errors.JWKSNoMatchingKey()
  return key.publicKey
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
