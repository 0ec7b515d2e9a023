import { WRONG_OTP } from '@mandap/domain/super-admin/elevation.ts'
import {
  EXPIRED_PASSKEY,
  UNKNOWN_PASSKEY,
  USED_CODE,
  WRONG_CODE,
  WRONG_PASSKEY,
} from '@mandap/domain/session/second-factor.ts'
import type { FastifyReply } from 'fastify'
import type { Database } from '../database/connection.ts'
import { type Envelope, envelope, HttpError } from '../http/http-error.ts'
import { logRefusal } from '../http/refusal.ts'
import type { CallRequest } from '../http/route.ts'
import type { Limits } from '../config/attempt-limits.ts'
import type { Proof } from '../second-factor/proof.ts'
import { relyingPartyOf } from '../second-factor/webauthn.ts'
import { allowEntering, countersOfUsed } from './attempts.ts'
import { checkOtp, type RefusedOtp } from './challenge.ts'
import { type FactorRule, neededFactors } from './needed-factors.ts'

interface Dependencies {
  db: Database
  factorRule: FactorRule
  publicUrl: string
  limits: Limits
  now: () => Date
  /** Called if a recovery code was used, with how many are left. */
  onRecoveryCode: (left: number) => void
}

/**
 * Answers an OTP that was entered, with the second factor if one is needed: with a grant, or with the number of
 * attempts that are left.
 */
export async function verifyOtp(
  { db, factorRule, publicUrl, limits, now, onRecoveryCode }: Dependencies,
  request: CallRequest<'POST /otp/verify'>,
  reply: FastifyReply,
) {
  const { administrator, body } = request
  await allowEntering(db, limits, request, now())
  const isNeeded = (await neededFactors(db, factorRule, administrator.id)).length > 0
  const proof = isNeeded ? proofIn(body, publicUrl) : undefined
  const entered = { ...body, proof, counters: countersOfUsed(request) }
  const check = await checkOtp(db, administrator, entered, now())
  if ('attemptsLeft' in check) {
    const { error } = REFUSALS[check.is]
    logRefusal(request, { status: 400, code: error.code, field: error.field })
    return reply.code(400).send({ error: { ...error, triesLeft: check.attemptsLeft } })
  }
  if (check.is === 'expired')
    throw new HttpError(400, 'OTP_EXPIRED', 'This OTP is no longer valid. Send a new one.', {
      field: 'otp',
    })
  if (check.recoveryCodesLeft !== null) onRecoveryCode(check.recoveryCodesLeft)
  if (check.is === 'phoneVerified')
    throw new HttpError(400, 'PHONE_VERIFIED', PHONE_VERIFIED, { field: 'otp' })
  const { grant, expiresAt } = check.grant
  return { data: { grant, expiresAt: expiresAt.toISOString() } }
}

function proofIn(
  { code = '', passkey }: { code?: string; passkey?: unknown },
  publicUrl: string,
): Proof {
  return passkey === undefined
    ? { is: 'code', code }
    : { is: 'passkey', answer: passkey, relyingParty: relyingPartyOf(publicUrl) }
}

/** The error body of each refusal. */
const REFUSALS: Readonly<Record<RefusedOtp, Envelope>> = {
  wrongOtp: envelope('WRONG_OTP', WRONG_OTP, 'otp'),
  wrong: envelope('WRONG_CODE', WRONG_CODE, 'code'),
  used: envelope('USED_CODE', USED_CODE, 'code'),
  wrongPasskey: envelope('WRONG_PASSKEY', WRONG_PASSKEY, 'passkey'),
  unknownPasskey: envelope('UNKNOWN_PASSKEY', UNKNOWN_PASSKEY, 'passkey'),
  expiredPasskey: envelope('PASSKEY_EXPIRED', EXPIRED_PASSKEY, 'passkey'),
}

const PHONE_VERIFIED =
  'This phone is verified now, for your account. Send another OTP to turn Super Admin on.'
