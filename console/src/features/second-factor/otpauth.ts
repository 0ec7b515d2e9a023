import { FACTOR_CODE_DIGITS, FACTOR_CODE_SECONDS } from '@mandap/domain/session/second-factor.ts'

const ISSUER = 'Mandap'

/** Returns the address in the QR code, which authenticator apps read. */
export function otpauthAddress(email: string, secret: string): string {
  const query = new URLSearchParams({
    secret,
    issuer: ISSUER,
    algorithm: 'SHA1',
    digits: String(FACTOR_CODE_DIGITS),
    period: String(FACTOR_CODE_SECONDS),
  })
  return `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?${query.toString()}`
}

/** Returns a key in groups of four, as people type it. */
export function groupedKey(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? ''
}
