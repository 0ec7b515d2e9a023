import { ApiError } from '@mandap/client/api-error.ts'
import { type Client, malformed } from '@mandap/client/client.ts'
import type { FactorKind } from '@mandap/domain/session/second-factor.ts'
import { OTP_NOT_SENT } from '@mandap/domain/super-admin/elevation.ts'
import { readInstant } from '@mandap/domain/wire/read.ts'
import type { Proof } from '../second-factor/calls.ts'
import type { Elevation } from '../session/elevation.ts'
import { grantHeader } from '../session/grant-header.ts'

/** An OTP that was sent. */
export interface OtpChallenge {
  id: string
  /** The OTP if the server sends no SMS; otherwise null. */
  otp: string | null
  /** The kinds of second factor of which one is needed too; none if it is not needed. */
  factors: readonly FactorKind[]
}

/** Sends an OTP to a Super Admin's phone (§5.1, §7). */
export async function sendOtp(client: Client, numbers: string): Promise<OtpChallenge> {
  const {
    challengeId = '',
    otp = '',
    secondFactor = false,
    factors = secondFactor ? (['app'] as const) : [],
  } = await client
    .call('POST /otp/sms', { body: { numbers } })
    .then(({ data }) => data, otherAnswer)
  if (challengeId === '')
    throw new ApiError('invalid', {
      call: 'POST /otp/sms',
      code: 'SMS_FAILED',
      message: OTP_NOT_SENT,
    })
  return { id: challengeId, otp: otp || null, factors }
}

/**
 * Returns an empty challenge for a JSON answer of another shape, which means that no OTP was sent. Throws any
 * other error, such as that of an answer from another server, which is not JSON.
 */
function otherAnswer(error: unknown): {
  challengeId?: string
  otp?: string
  secondFactor?: boolean
  factors?: FactorKind[]
} {
  const isJson =
    error instanceof ApiError && error.kind === 'malformed' && error.details.body !== undefined
  if (isJson) return {}
  throw error
}

/** Turns Super Admin on with the OTP that was sent (§5.2), and the second factor if it is needed. */
export async function verifyOtp(
  client: Client,
  { id }: OtpChallenge,
  otp: string,
  proof?: Proof,
): Promise<Elevation> {
  const request = { body: { challengeId: id, otp, ...proof } }
  const { data } = await client.call('POST /otp/verify', request)
  const expiresAt = instantOf(data.expiresAt)
  if (expiresAt === undefined || (expiresAt !== null && data.grant === ''))
    throw malformed('POST /otp/verify', request)
  return { grant: data.grant || null, expiresAt }
}

/** Returns the current Super Admin mode from the host, or null if it has ended. */
export async function readElevation(
  client: Client,
  grant: string | null,
): Promise<Elevation | null> {
  if (grant === null) return null
  const request = { headers: grantHeader(grant) }
  const { data } = await client.call('GET /elevation', request)
  if (data === null) return null
  const expiresAt = instantOf(data.expiresAt)
  if (expiresAt === undefined) throw malformed('GET /elevation', request)
  return { grant, expiresAt }
}

/** Returns epoch milliseconds; null if the mode does not expire, undefined for an invalid time. */
function instantOf(expiresAt: string | null): number | null | undefined {
  return expiresAt === null ? null : (readInstant(expiresAt) ?? undefined)
}
