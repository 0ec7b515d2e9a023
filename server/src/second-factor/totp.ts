import { randomBytes } from 'node:crypto'
import { FACTOR_CODE_DIGITS, FACTOR_CODE_SECONDS } from '@mandap/domain/session/second-factor.ts'
import { Secret, TOTP } from 'otpauth'

/** What every authenticator app supports (RFC 6238). */
export const TOTP_ALGORITHM = 'SHA1'

/** As long as the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20

/** How many periods the clock of a phone may differ. */
const WINDOW = 1

export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/** Returns the secret as people type it into an app. */
export function totpKey(secret: Buffer): string {
  return new Secret({ buffer: bytesOf(secret) }).base32
}

/** Returns the period of 30 seconds to which a code belongs, or null for a wrong code. */
export function periodOfCode(secret: Buffer, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? null : Math.floor(timestamp / 1000 / FACTOR_CODE_SECONDS) + delta
}

/** Returns the code that an app shows. */
export function codeAt(secret: Buffer, now: Date): string {
  return totpOf(secret).generate({ timestamp: now.getTime() })
}

function totpOf(secret: Buffer): TOTP {
  return new TOTP({
    secret: new Secret({ buffer: bytesOf(secret) }),
    algorithm: TOTP_ALGORITHM,
    digits: FACTOR_CODE_DIGITS,
    period: FACTOR_CODE_SECONDS,
  })
}

// a Buffer may be a part of a larger ArrayBuffer
function bytesOf(secret: Buffer): ArrayBuffer {
  return Uint8Array.from(secret).buffer
}
