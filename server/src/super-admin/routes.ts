import {
  BAD_PHONE,
  isWholePhone,
  maskPhone,
  nationalNumber,
  NOT_AUTHORIZED,
  OTP_NOT_SENT,
  WRONG_OTP,
} from '@mandap/domain/super-admin/elevation.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { workAfterAnswers } from '../http/after-answer.ts'
import { registerRoute } from '../http/route.ts'
import type { Database } from '../database/connection.ts'
import { scheduleCleanup } from '../http/schedule-cleanup.ts'
import { type Envelope, envelope, HttpError } from '../http/http-error.ts'
import { logRefusal } from '../http/refusal.ts'
import { isRemoteRequest } from '../http/remote-request.ts'
import type { SendMail } from '../mail/mail.ts'
import { sendNotice } from '../mail/notice.ts'
import { originOf } from '../mail/origin.ts'
import {
  type Counter,
  countedAddress,
  consumeAttempt,
  refundAttempt,
  LIMITS,
  type Limits,
} from '../rate-limit/rate-limit.ts'
import { attemptRefused } from '../rate-limit/refusal.ts'
import type { AuthorisedNumber } from '../config/setting.ts'
import { foldEmail } from '../session/administrator.ts'
import type { SignedIn } from '../session/bearer.ts'
import {
  EXPIRED_PASSKEY,
  type FactorKind,
  UNKNOWN_PASSKEY,
  USED_CODE,
  WRONG_CODE,
  WRONG_PASSKEY,
} from '@mandap/domain/session/second-factor.ts'
import { findFactors, kindsOf } from '../second-factor/factors.ts'
import { factorMail } from '../second-factor/mails.ts'
import type { Proof } from '../second-factor/proof.ts'
import { relyingPartyOf } from '../second-factor/webauthn.ts'
import { createChallenge, endChallenge, checkOtp, type RefusedOtp } from './challenge.ts'
import { deleteOldElevations, endElevation, findElevation } from './elevation.ts'
import { newOtp, otpText } from './otp.ts'
import { recordElevation } from './audit-entry.ts'
import { type SmsOutcome, type SmsTransport, sendSms } from '../sms/sms.ts'

interface Dependencies {
  db: Database
  /** The phones that may elevate (§5.1). */
  numbers: readonly AuthorisedNumber[]
  sms: SmsTransport
  /** Whether those who have a second factor enter a code of it too, and others are refused. */
  factorRule: 'ask' | 'required' | 'off'
  mail: SendMail
  publicUrl: string
  now: () => Date
  limits?: Limits
}

/** Registers the calls of Super Admin mode (§4.1, §5.1, §5.2). */
export function registerSuperAdmin(
  app: FastifyInstance,
  { db, numbers, sms, factorRule, mail, publicUrl, now, limits = LIMITS }: Dependencies,
): void {
  const later = workAfterAnswers(app)
  registerRoute(app, 'POST /otp/sms', async (request) => {
    const { administrator, body, ip, log } = request
    const phone = nationalNumber(body.numbers)
    if (!isWholePhone(phone)) throw new HttpError(400, 'INVALID', BAD_PHONE, 'numbers')
    // the answer contains the OTP with the development SMS
    if (sms.showsOtp && isRemoteRequest(request)) throw developmentOnly()
    await allowAttempt(sendCounters(administrator, ip), TOO_MANY_SENT)
    if (!numbers.some((one) => isAuthorised(one, phone, administrator.email))) {
      const failure = { phone: maskPhone(phone), reason: NOT_AUTHORIZED }
      await recordElevation(db, administrator, { kind: 'failElevation', ...failure })
      throw new HttpError(403, 'NOT_AUTHORIZED', NOT_AUTHORIZED, 'numbers')
    }
    const factors = await neededFactors(administrator.id)
    const otp = newOtp()
    const challenge = await createChallenge(
      db,
      administrator,
      { phone, otp, needsVerification: !sms.showsOtp },
      now(),
    )
    const outcome = await sendSms(sms, { number: phone, otp, text: otpText(otp) })
    if (outcome.is !== 'sent') {
      await endChallenge(db, challenge.id, now())
      log.error({ why: outcome.why }, 'An OTP could not be sent.')
      throw notSent(outcome)
    }
    const { id: challengeId, expiresAt } = challenge
    return {
      status: 'OK',
      data: {
        challengeId,
        expiresAt,
        ...(factors.length > 0 && { secondFactor: true, factors }),
        ...(sms.showsOtp && { otp }),
      },
    }
  })

  registerRoute(app, 'POST /otp/verify', async (request, reply) => {
    const { administrator, body, ip } = request
    const counters: Counter[] = [
      { limit: 'tryOtpByAddress', subject: countedAddress(ip) },
      { limit: 'tryOtpBySession', subject: administrator.sessionId },
      { limit: 'tryOtpByAccount', subject: administrator.id },
    ]
    await allowAttempt(counters, TOO_MANY_TRIED)
    const isNeeded = (await neededFactors(administrator.id)).length > 0
    const entered = { ...body, proof: isNeeded ? proofIn(body) : undefined }
    const check = await checkOtp(db, administrator, entered, now())
    if ('attemptsLeft' in check) {
      const { error } = REFUSALS[check.is]
      logRefusal(request, { status: 400, code: error.code, field: error.field })
      return reply.code(400).send({ error: { ...error, triesLeft: check.attemptsLeft } })
    }
    if (check.is === 'expired')
      throw new HttpError(400, 'OTP_EXPIRED', 'This OTP is no longer valid. Send a new one.', 'otp')
    // an OTP that was used does not count against the next ones
    await refundAttempt(db, [...counters, ...sendCounters(administrator, ip)])
    if (check.recoveryCodesLeft !== null) mailRecoveryCode(request, check.recoveryCodesLeft)
    if (check.is === 'phoneVerified')
      throw new HttpError(400, 'PHONE_VERIFIED', PHONE_VERIFIED, 'otp')
    return { data: check.grant }
  })

  registerRoute(app, 'GET /elevation', async (request) => {
    const elevation = await findElevation(db, request, now())
    return { data: elevation && { expiresAt: elevation.expiresAt } }
  })

  registerRoute(app, 'DELETE /elevation', async ({ administrator }, reply) => {
    await endElevation(db, administrator, now())
    return reply.code(204).send()
  })

  scheduleCleanup(app, () => deleteOldElevations(db, now()))

  /** Returns the kinds of second factor of which one is needed beside the OTP. */
  async function neededFactors(administratorId: string): Promise<FactorKind[]> {
    if (factorRule === 'off') return []
    const kinds = kindsOf(await findFactors(db, administratorId))
    if (kinds.length === 0 && factorRule === 'required') throw factorRequired()
    return kinds
  }

  /** Mails the administrator, after the answer, that a recovery code was used. */
  function mailRecoveryCode(request: FastifyRequest, left: number) {
    const { administrator, log } = request
    const change = { is: 'useRecoveryCode', left } as const
    later(sendNotice(mail, log, factorMail(administrator, change, originOf(request, now()))))
  }

  function proofIn({ code = '', passkey }: { code?: string; passkey?: unknown }): Proof {
    return passkey === undefined
      ? { is: 'code', code }
      : { is: 'passkey', answer: passkey, relyingParty: relyingPartyOf(publicUrl) }
  }

  async function allowAttempt(counters: Counter[], problem: string) {
    const wait = await consumeAttempt(db, limits, counters, now())
    if (wait > 0) throw attemptRefused('TOO_MANY_ATTEMPTS', problem, wait)
  }
}

/** Returns whether a number is authorised for this administrator. */
function isAuthorised({ number, email }: AuthorisedNumber, phone: string, of: string): boolean {
  return number === phone && (email === undefined || foldEmail(email) === foldEmail(of))
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

const TOO_MANY_SENT = 'Too many OTPs were wrong or not used.'
const TOO_MANY_TRIED = 'Too many wrong OTPs were entered.'

/** The counters of the OTPs that were sent and not used. */
function sendCounters({ id, sessionId }: SignedIn, ip: string): Counter[] {
  return [
    { limit: 'sendOtpByAddress', subject: countedAddress(ip) },
    { limit: 'sendOtpBySession', subject: sessionId },
    { limit: 'sendOtpByAccount', subject: id },
  ]
}

function factorRequired(): HttpError {
  return new HttpError(
    403,
    'SECOND_FACTOR_REQUIRED',
    'Super Admin needs a second factor on this server. Set one up on the screen of your account first.',
  )
}

function developmentOnly(): HttpError {
  return new HttpError(
    403,
    'SMS_DEVELOPMENT',
    `${OTP_NOT_SENT}. With SMS=development, Super Admin works only on the machine that runs the server. Set SMS and SUPER_ADMIN_NUMBERS there.`,
  )
}

function notSent({ is }: Exclude<SmsOutcome, { is: 'sent' }>): HttpError {
  switch (is) {
    case 'tryAgain':
      return new HttpError(502, 'SMS_FAILED', OTP_NOT_SENT)
    case 'configuration':
      return new HttpError(
        502,
        'SMS_CONFIGURATION',
        `${OTP_NOT_SENT}. The SMS service rejected the settings of this server. Ask your administrator to check the server log.`,
      )
    case 'balance':
      return new HttpError(
        502,
        'SMS_BALANCE',
        `${OTP_NOT_SENT}. The SMS account has no balance left. Ask your administrator to top it up.`,
      )
  }
}
