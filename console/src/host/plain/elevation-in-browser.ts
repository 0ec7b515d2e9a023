import {
  BAD_PHONE,
  nationalNumber,
  OTP_NOT_SENT,
  otpProblem,
  phoneProblem,
} from '@mandap/domain/super-admin/elevation.ts'
import { readObject, readText } from '@mandap/domain/wire/read.ts'
import { ask, type Line } from '../call.ts'
import { HostFailure } from '../failure.ts'
import type { Host } from '../host.ts'

/** §5.1 and §5.2 to the letter: allow-list and OTP are compared here, and nothing ends the mode but Disable. */
export function elevationInBrowser(
  line: Line,
  authorised: readonly string[],
): Pick<Host, 'sendOtp' | 'verifyOtp' | 'elevation' | 'endElevation'> {
  return {
    async sendOtp(typed) {
      const number = nationalNumber(typed)
      const problem = phoneProblem(number, authorised)
      if (problem !== null)
        throw new HostFailure(problem === BAD_PHONE ? 'invalid' : 'forbidden', {
          code: problem === BAD_PHONE ? 'INVALID' : 'NOT_AUTHORIZED',
          message: problem,
        })
      const call = 'POST /otp/sms'
      const json = readObject(await ask(line, 'POST', '/otp/sms', { body: { numbers: number } }))
      const otp = readText(readObject(json['data'])['otp'])
      if (json['status'] !== 'OK' || otp === '')
        throw new HostFailure('invalid', { call, code: 'SMS_FAILED', message: OTP_NOT_SENT })
      return { id: '', otp }
    },

    async verifyOtp(challenge, otp) {
      const message = otpProblem(otp, challenge.otp ?? '')
      if (message !== null) throw new HostFailure('invalid', { code: 'WRONG_OTP', message })
      return { grant: null, expiresAt: null }
    },

    elevation: async () => ({ grant: null, expiresAt: null }),
    endElevation: async () => {},
  }
}
