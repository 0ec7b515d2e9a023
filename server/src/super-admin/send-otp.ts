import {
  BAD_PHONE,
  isWholePhone,
  maskPhone,
  nationalNumber,
  NOT_AUTHORIZED,
  OTP_NOT_SENT,
} from '@mandap/domain/super-admin/elevation.ts'
import type { AuthorisedNumber } from '../config/setting.ts'
import type { Database } from '../database/connection.ts'
import { HttpError, invalid } from '../http/http-error.ts'
import { isRemoteRequest } from '../http/remote-request.ts'
import type { CallRequest } from '../http/route.ts'
import type { Limits } from '../config/attempt-limits.ts'
import { foldEmail } from '../session/administrator.ts'
import { type SmsOutcome, type SmsTransport, sendSms } from '../sms/sms.ts'
import { allowSending } from './attempts.ts'
import { recordElevation } from './audit-entry.ts'
import { createChallenge, endChallenge } from './challenge.ts'
import { type FactorRule, neededFactors } from './needed-factors.ts'
import { newOtp, otpText } from './otp.ts'

interface Dependencies {
  db: Database
  /** The phones that may elevate (§5.1). */
  numbers: readonly AuthorisedNumber[]
  sms: SmsTransport
  factorRule: FactorRule
  limits: Limits
  now: () => Date
}

/** Sends an OTP to an authorised phone (§5.1). Returns the challenge, and which second factors are asked with it. */
export async function sendOtp(
  { db, numbers, sms, factorRule, limits, now }: Dependencies,
  request: CallRequest<'POST /otp/sms'>,
) {
  const { administrator, body, log } = request
  const phone = nationalNumber(body.numbers)
  if (!isWholePhone(phone)) throw invalid('numbers', BAD_PHONE)
  // the answer contains the OTP with the development SMS
  if (sms.showsOtp && isRemoteRequest(request)) throw developmentOnly()
  await allowSending(db, limits, request, now())
  if (!numbers.some((one) => isAuthorised(one, phone, administrator.email))) {
    const failure = { phone: maskPhone(phone), reason: NOT_AUTHORIZED }
    await recordElevation(db, administrator, { kind: 'failElevation', ...failure })
    throw new HttpError(403, 'NOT_AUTHORIZED', NOT_AUTHORIZED, { field: 'numbers' })
  }
  const factors = await neededFactors(db, factorRule, administrator.id)
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
    challengeId,
    expiresAt: expiresAt.toISOString(),
    ...(factors.length > 0 && { secondFactor: true, factors }),
    ...(sms.showsOtp && { otp }),
  }
}

/** Returns whether a number is authorised for this administrator. */
function isAuthorised({ number, email }: AuthorisedNumber, phone: string, of: string): boolean {
  return number === phone && (email === undefined || foldEmail(email) === foldEmail(of))
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
