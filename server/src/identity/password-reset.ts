import { firstPasswordMail, passwordChangedMail } from '../account/mails.ts'
import { PASSWORD_PROBLEMS } from '@mandap/domain/session/password.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from '../mail/origin.ts'
import { countedAddress } from '../rate-limit/rate-limit.ts'
import { findBySignInEmail, foldEmail } from '../session/administrator.ts'
import { findDevice } from '../session/device.ts'
import { newPasswordProblem } from '../session/new-password.ts'
import {
  allowAttempt,
  fields,
  setDeviceCookie,
  type Identity,
  requiredEmail,
  text,
} from './identity-call.ts'
import { IdentityError } from './identity-error.ts'
import { createResetCode, readResetCode, resetLink, resetPassword } from './reset-code.ts'
import { resetMail } from './reset-mail.ts'
import { resetCounters } from './sign-in-limits.ts'

/** Handles `accounts:sendOobCode`. */
export async function sendOobCode(identity: Identity, request: FastifyRequest) {
  const { db, now } = identity
  const body = fields(request)
  const requestType = text(body['requestType'])
  if (!requestType) throw new IdentityError('MISSING_REQ_TYPE')
  if (requestType !== 'PASSWORD_RESET') throw new IdentityError('OPERATION_NOT_ALLOWED')
  const email = requiredEmail(body)
  const emailFolded = foldEmail(email)
  const { cookie: cookies } = request.headers
  const device = await findDevice(db, { emailFolded, cookies }, now())
  const counters = resetCounters({ emailFolded, address: countedAddress(request.ip), device })
  await allowAttempt(identity, counters)
  identity.later(mailResetLink(identity, email))
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email }
}

async function mailResetLink(identity: Identity, email: string): Promise<void> {
  const { db, publicUrl, apiKey, now } = identity
  try {
    const administrator = await findBySignInEmail(db, email)
    if (!administrator || administrator.disabled_at) return
    const code = await createResetCode(db, administrator.id, 'mailed', now())
    await identity.mail(resetMail(administrator, resetLink(publicUrl, apiKey, code)))
  } catch (error) {
    identity.log.error({ err: error }, 'A password reset mail could not be sent.')
  }
}

async function mailNewPassword(
  { db, publicUrl, mail, log, now }: Identity,
  request: FastifyRequest,
  { email, isFirst }: { email: string; isFirst: boolean },
): Promise<void> {
  try {
    const { name = '' } = (await findBySignInEmail(db, email)) ?? {}
    const mailOf = isFirst ? firstPasswordMail : passwordChangedMail
    await mail(mailOf({ email, name, publicUrl }, originOf(request, now())))
  } catch (error) {
    log.error({ err: error }, 'A mail about a new password could not be sent.')
  }
}

/** Handles `accounts:resetPassword`. */
export async function answerResetPassword(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { db, now } = identity
  const body = fields(request)
  const code = text(body['oobCode'])
  if (!code) throw new IdentityError('MISSING_OOB_CODE')

  const found = await readResetCode(db, code, now())
  if (found.state === 'unknown') {
    // attempts with a known code are not counted by address: guesses must not lock its owner out
    const subject = countedAddress(request.ip)
    await allowAttempt(identity, [{ limit: 'newPasswordByAddress', subject }])
    throw new IdentityError('INVALID_OOB_CODE')
  }
  if (found.state === 'expired') throw new IdentityError('EXPIRED_OOB_CODE')
  if (found.state === 'disabled') throw new IdentityError('USER_DISABLED')

  // without a new password, the call only checks the code and returns its e-mail address
  const newPassword = text(body['newPassword'])
  if (newPassword) {
    const problem = await newPasswordProblem(newPassword, found.email, identity.breachedPasswords)
    if (problem) throw new IdentityError(`WEAK_PASSWORD : ${PASSWORD_PROBLEMS[problem]}`)
    await allowAttempt(identity, [{ limit: 'newPasswordByCode', subject: code }])
    const reset = await resetPassword(
      db,
      { code, newPassword, address: countedAddress(request.ip) },
      now(),
    )
    if (!reset) throw new IdentityError('INVALID_OOB_CODE')
    const { isFirst } = reset
    identity.later(mailNewPassword(identity, request, { email: found.email, isFirst }))
    setDeviceCookie(identity, reply, reset)
  }
  return {
    kind: 'identitytoolkit#ResetPasswordResponse',
    email: found.email,
    requestType: 'PASSWORD_RESET',
  }
}
