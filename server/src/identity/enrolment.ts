import { FACTOR_CODE_DIGITS, FACTOR_CODE_SECONDS } from '@mandap/domain/session/second-factor.ts'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../database/connection.ts'
import { readRow } from '../database/one-row.ts'
import { sendNotice } from '../mail/notice.ts'
import { clearCounter } from '../rate-limit/rate-limit.ts'
import {
  consumeCode,
  findFactor,
  finishEnrolment,
  removeFactor,
  startEnrolment,
} from '../second-factor/factor.ts'
import { type FactorChange, factorMail } from '../second-factor/mails.ts'
import { replaceRecoveryCodes } from '../second-factor/recovery-code.ts'
import { TOTP_ALGORITHM, totpKey } from '../second-factor/totp.ts'
import { readIdToken } from '../session/id-token.ts'
import { recordAccount } from '../session/record.ts'
import { liveSession } from '../session/session.ts'
import { allowAttempt, fields, type Fields, type Identity, nested, text } from './identity-call.ts'
import { IdentityError } from './identity-error.ts'
import { CODE_ALREADY_USED, factorCounter } from './second-step.ts'

/** Minutes after a sign-in in which the second factor can be changed without the password. */
const RECENT_MINUTES = 10

interface Account {
  id: string
  email: string
  name: string
  passwordHash: string | null
  signedInAt: Date
}

/** Handles `accounts/mfaEnrollment:start`: returns a new secret for an authenticator app. */
export async function startFactorEnrolment(identity: Identity, request: FastifyRequest) {
  const { db, now } = identity
  const body = fields(request)
  const account = await accountOf(identity, body)
  if (identity.secondFactor === 'off' || body['totpEnrollmentInfo'] === undefined)
    throw new IdentityError('OPERATION_NOT_ALLOWED')
  if (await findFactor(db, account.id)) throw new IdentityError('SECOND_FACTOR_EXISTS')
  await confirmPerson(identity, account, body)
  const { id, secret, expiresAt } = await startEnrolment(db, account.id, now())
  return {
    totpSessionInfo: {
      sharedSecretKey: totpKey(secret),
      verificationCodeLength: FACTOR_CODE_DIGITS,
      hashingAlgorithm: TOTP_ALGORITHM,
      periodSec: FACTOR_CODE_SECONDS,
      sessionInfo: id,
      finalizeEnrollmentTime: expiresAt.toISOString(),
    },
  }
}

/** Handles `accounts/mfaEnrollment:finalize`: adds the app that shows a right code, and returns recovery codes. */
export async function finalizeFactorEnrolment(identity: Identity, request: FastifyRequest) {
  const { db, now } = identity
  const body = fields(request)
  const account = await accountOf(identity, body)
  const { sessionInfo, verificationCode } = nested(body, 'totpVerificationInfo')
  const code = text(verificationCode)
  if (!code) throw new IdentityError('MISSING_CODE')
  const counter = factorCounter(account.id)
  await allowAttempt(identity, [counter])
  const recoveryCodes = await db.transaction().execute(async (trx) => {
    const enrolment = { id: text(sessionInfo), code }
    const finished = await finishEnrolment(trx, account.id, enrolment, now())
    if (typeof finished !== 'string') await recordAccount(trx, 'addFactor', account)
    return finished
  })
  if (recoveryCodes === 'wrong') throw new IdentityError('INVALID_CODE')
  if (recoveryCodes === 'expired') throw new IdentityError('SESSION_EXPIRED')
  if (recoveryCodes === 'exists') throw new IdentityError('SECOND_FACTOR_EXISTS')
  await clearCounter(db, counter)
  tell(identity, account, 'addFactor')
  // the session continues with its tokens; the hosted service has no recovery codes
  return { idToken: text(body['idToken']), totpAuthInfo: {}, recoveryCodes }
}

/** Handles `accounts/mfaEnrollment:withdraw`: removes the second factor. */
export async function withdrawFactor(identity: Identity, request: FastifyRequest) {
  const { db } = identity
  const body = fields(request)
  const account = await accountOf(identity, body)
  const factor = await findFactor(db, account.id)
  if (!factor || factor.id !== text(body['mfaEnrollmentId']))
    throw new IdentityError('MFA_ENROLLMENT_NOT_FOUND')
  await confirmPerson(identity, account, body)
  const isRemoved = await db.transaction().execute((trx) => removeRecorded(trx, account))
  if (isRemoved) tell(identity, account, 'removeFactor')
  return {}
}

/** Handles our own `accounts/recoveryCodes:renew`: replaces the recovery codes. */
export async function renewRecoveryCodes(identity: Identity, request: FastifyRequest) {
  const { db } = identity
  const body = fields(request)
  const account = await accountOf(identity, body)
  if (!(await findFactor(db, account.id))) throw new IdentityError('MFA_ENROLLMENT_NOT_FOUND')
  await confirmPerson(identity, account, body)
  const recoveryCodes = await db.transaction().execute(async (trx) => {
    const codes = await replaceRecoveryCodes(trx, account.id)
    await recordAccount(trx, 'renewCodes', account)
    return codes
  })
  tell(identity, account, 'renewCodes')
  return { recoveryCodes }
}

/** Mails the administrator a change of their second factor, after the answer. */
function tell({ later, mail, log }: Identity, account: Account, change: FactorChange): void {
  later(sendNotice(mail, log, factorMail(account, change)))
}

async function removeRecorded(trx: Database, account: Account): Promise<boolean> {
  const isRemoved = await removeFactor(trx, account.id)
  if (isRemoved) await recordAccount(trx, 'removeFactor', account)
  return isRemoved
}

/** Reads the account of the request's token. */
async function accountOf({ db, keys, publicUrl, now }: Identity, body: Fields): Promise<Account> {
  const idToken = text(body['idToken'])
  if (!idToken) throw new IdentityError('MISSING_ID_TOKEN')
  const reading = await readIdToken(keys, publicUrl, idToken, now())
  if (reading.state !== 'valid') throw new IdentityError('INVALID_ID_TOKEN')
  const session = await readRow(db, liveSession(reading.sessionId, now()))
  if (!session) throw new IdentityError('TOKEN_EXPIRED')
  const row = await db
    .selectFrom('session')
    .innerJoin('administrator', 'administrator.id', 'session.administrator_id')
    .select(['signed_in_at', 'password_hash'])
    .where('session.id', '=', reading.sessionId)
    .executeTakeFirstOrThrow()
  const { id, email, name } = session
  return { id, email, name, passwordHash: row.password_hash, signedInAt: row.signed_in_at }
}

/**
 * Throws unless the person has just signed in, or the request has their password and, if they have a second factor, a code
 * of it. A stolen session alone must not change the second factor.
 */
async function confirmPerson(identity: Identity, account: Account, body: Fields): Promise<void> {
  const { db, now } = identity
  const password = text(body['password'])
  if (!password) {
    const isRecent = now().getTime() - account.signedInAt.getTime() <= RECENT_MINUTES * 60_000
    if (isRecent) return
    throw new IdentityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  }
  const counter = factorCounter(account.id)
  await allowAttempt(identity, [counter])
  if (!(await identity.isPassword(account.passwordHash, password)))
    throw new IdentityError('INVALID_LOGIN_CREDENTIALS')
  if (await findFactor(db, account.id)) {
    const code = text(body['verificationCode'])
    const check = await db.transaction().execute((trx) => consumeCode(trx, account.id, code, now()))
    if (check.is !== 'right')
      throw new IdentityError(check.is === 'used' ? CODE_ALREADY_USED : 'INVALID_CODE')
  }
  await clearCounter(db, counter)
}
