import { OTP_NOT_SENT } from '@mandap/domain/super-admin/elevation.ts'
import { readInstant, readObject, readOne, readText } from '@mandap/domain/wire/read.ts'
import { ask, type Line, tell } from '../call.ts'
import { ApiError } from '../api-error.ts'
import type { Elevation, Host } from '../host.ts'

/** Super Admin mode of our own server, which checks phone and OTP itself and gives a grant. */
export function elevationCalls(
  line: Line,
): Pick<Host, 'sendOtp' | 'verifyOtp' | 'elevation' | 'endElevation'> {
  return {
    async sendOtp(number) {
      const json = await ask(line, 'POST', '/otp/sms', { body: { numbers: number } })
      const { challengeId, otp } = readObject(readObject(json)['data'])
      const id = readText(challengeId)
      if (id === '')
        throw new ApiError('invalid', {
          call: 'POST /otp/sms',
          code: 'SMS_FAILED',
          message: OTP_NOT_SENT,
        })
      return { id, otp: readText(otp) || null }
    },

    async verifyOtp({ id }, otp) {
      const json = await ask(line, 'POST', '/otp/verify', { body: { challengeId: id, otp } })
      const { grant, expiresAt } = readObject(readOne(json))
      return elevationFrom(readText(grant), expiresAt, 'POST /otp/verify')
    },

    async elevation(grant, signal) {
      if (grant === null) return null
      const headers = withGrant(grant)
      const json = readObject(await ask(line, 'GET', '/elevation', { headers, signal }))
      if (json['data'] === null) return null
      return elevationFrom(grant, readObject(json['data'])['expiresAt'], 'GET /elevation')
    },

    async endElevation() {
      await tell(line, 'DELETE', '/elevation')
    },
  }
}

/** The header of a call that overrides or deletes. */
export function withGrant(grant: string | null): Record<string, string> {
  return grant === null ? {} : { 'x-elevation': grant }
}

function elevationFrom(grant: string, until: unknown, call: string): Elevation {
  const expiresAt = readInstant(until)
  if (grant === '' || expiresAt === null) throw new ApiError('malformed', { call })
  return { grant, expiresAt }
}
