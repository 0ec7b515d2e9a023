import { ApiError } from '@mandap/client/api-error.ts'
import {
  BAD_PHONE,
  nationalNumber,
  OTP_NOT_SENT,
  otpProblem,
  phoneProblem,
} from '@mandap/domain/super-admin/elevation.ts'
import { readObject, readText } from '@mandap/domain/wire/read.ts'
import { fetchJson, type HostConnection } from './host-http.ts'

interface SuperAdminSettings {
  /** The phone numbers that may become Super Admin (§5.1). */
  superAdminNumbers: readonly string[]
  /** Whether the answer to `POST /otp/sms` contains the OTP, because no SMS is sent. */
  answersOtp: boolean
}

/** The grant of a plain host, which does not require one. */
const GRANT = 'super-admin'

/** Creates the Super Admin mode of §5.1 and §5.2: compares number and OTP in the browser, and does not expire. */
export function superAdmin(host: HostConnection, settings: SuperAdminSettings) {
  let sent: { challengeId: string; otp: string } | null = null
  let challenges = 0

  return {
    async sendOtp(numbers: string) {
      const number = nationalNumber(numbers)
      const problem = phoneProblem(number, settings.superAdminNumbers)
      if (problem !== null)
        throw new ApiError(problem === BAD_PHONE ? 'invalid' : 'forbidden', {
          call: 'POST /otp/sms',
          code: problem === BAD_PHONE ? 'INVALID' : 'NOT_AUTHORIZED',
          message: problem,
        })
      const json = readObject(
        await fetchJson(host, 'POST', '/otp/sms', { body: { numbers: number } }),
      )
      const otp = readText(readObject(json['data'])['otp'])
      if (json['status'] !== 'OK' || otp === '')
        throw new ApiError('invalid', {
          call: 'POST /otp/sms',
          code: 'SMS_FAILED',
          message: OTP_NOT_SENT,
        })
      challenges += 1
      const challengeId = String(challenges)
      sent = { challengeId, otp }
      return { status: 'OK' as const, data: { challengeId, ...(settings.answersOtp && { otp }) } }
    },

    verifyOtp({ challengeId, otp }: { challengeId: string; otp: string }) {
      const expected = challengeId === sent?.challengeId ? sent?.otp : undefined
      const message = otpProblem(otp, expected ?? '')
      if (message !== null)
        throw new ApiError('invalid', { call: 'POST /otp/verify', code: 'WRONG_OTP', message })
      sent = null
      return { data: { grant: GRANT, expiresAt: null } }
    },

    current: () => ({ data: { expiresAt: null } }),
  }
}
