import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { OTP_DIGITS, OTP_MINUTES } from '@mandap/domain/super-admin/elevation.ts'

/** Returns six random digits. */
export function newOtp(): string {
  return String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0')
}

/** Returns the hash of an OTP for the database. It can be checked only with the id of the challenge. */
export function otpHash(challengeId: string, otp: string): Buffer {
  return createHmac('sha256', challengeId).update(otp).digest()
}

export function isOtp(challengeId: string, otp: string, hash: Buffer): boolean {
  return timingSafeEqual(otpHash(challengeId, otp), hash)
}

export function otpText(otp: string): string {
  return `${otp} is your OTP for Super Admin access to Mandap. It works for ${OTP_MINUTES} minutes. Tell it to nobody.`
}
