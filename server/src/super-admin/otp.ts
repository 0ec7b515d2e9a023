import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { OTP_DIGITS, OTP_MINUTES } from '@mandap/domain/super-admin/elevation.ts'

/** Six digits that nobody can foresee. */
export function newOtp(): string {
  return String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0')
}

/** What the database keeps of an OTP. Without the challenge's id it does not tell the six digits. */
export function otpHash(challengeId: string, otp: string): Buffer {
  return createHmac('sha256', challengeId).update(otp).digest()
}

export function isOtp(challengeId: string, otp: string, hash: Buffer): boolean {
  return timingSafeEqual(otpHash(challengeId, otp), hash)
}

export function otpText(otp: string): string {
  return `${otp} is your OTP for Super Admin access to Mandap. It works for ${OTP_MINUTES} minutes. Tell it to nobody.`
}
