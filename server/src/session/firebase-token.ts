import { createHash } from 'node:crypto'
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'

const GOOGLE_KEYS =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

export interface FirebaseProject {
  projectId: string
  /** The address of the keys, which only tests change. */
  jwksUrl?: string
}

/** The account that Google confirms. The e-mail is present only if Google has verified it. */
export interface FirebaseUser {
  subject: string
  verifiedEmail: string | undefined
  signedInAt: Date
  /** Whether the sign-in had a second factor. */
  hasSecondFactor: boolean
  /** The id of the sign-in, which all tokens refreshed from it share. */
  sessionId: string
}

export type FirebaseReading =
  | { state: 'valid'; user: FirebaseUser }
  | { state: 'expired'; user: FirebaseUser }
  | { state: 'invalid' }
  | { state: 'unreachable'; cause: unknown }

/** Reads the ID tokens of a Firebase project, by Google's rules for verifying them. */
export function firebaseTokens({ projectId, jwksUrl = GOOGLE_KEYS }: FirebaseProject) {
  const keys = createRemoteJWKSet(new URL(jwksUrl))
  return async (token: string, now: Date): Promise<FirebaseReading> => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: `https://securetoken.google.com/${projectId}`,
        audience: projectId,
        algorithms: ['RS256'],
        requiredClaims: ['sub', 'exp', 'iat', 'auth_time'],
        currentDate: now,
      })
      return reading('valid', projectId, payload)
    } catch (error) {
      if (error instanceof errors.JWTExpired) return reading('expired', projectId, error.payload)
      // any other error means that Google's keys could not be loaded
      return isBadToken(error) ? { state: 'invalid' } : { state: 'unreachable', cause: error }
    }
  }
}

function reading(
  state: 'valid' | 'expired',
  projectId: string,
  { sub, auth_time, email, email_verified, firebase }: JWTPayload,
): FirebaseReading {
  if (!sub || typeof auth_time !== 'number') return { state: 'invalid' }
  const verifiedEmail = email_verified === true && typeof email === 'string' ? email : undefined
  const signedInAt = new Date(auth_time * 1000)
  const sessionId = uuidOf(`${projectId} ${sub} ${auth_time}`)
  const hasSecondFactor = isObject(firebase) && 'sign_in_second_factor' in firebase
  return { state, user: { subject: sub, verifiedEmail, signedInAt, hasSecondFactor, sessionId } }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isBadToken(error: unknown): boolean {
  return (
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWKSNoMatchingKey ||
    // a token that does not name its key
    error instanceof errors.JWKSMultipleMatchingKeys
  )
}

// a UUID of version 8, whose bits are free to choose
function uuidOf(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
