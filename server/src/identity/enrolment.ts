import { FACTOR_CODE_DIGITS, FACTOR_CODE_SECONDS } from '@mandap/domain/session/second-factor.ts'
import type { FastifyRequest } from 'fastify'
import { clearCounter } from '../rate-limit/rate-limit.ts'
import { findApp, finishEnrolment, startEnrolment } from '../second-factor/app.ts'
import { findFactors, includesFactor, removeFactor } from '../second-factor/factors.ts'
import { replaceRecoveryCodes } from '../second-factor/recovery-code.ts'
import { TOTP_ALGORITHM, totpKey } from '../second-factor/totp.ts'
import { lockAdministrator } from '../session/lock-administrator.ts'
import { recordAccount } from '../session/audit-entry.ts'
import { afterFirstFactor } from './first-factor.ts'
import { allowAttempt, fields, type Identity, nested, text } from './identity-call.ts'
import { IdentityError } from './identity-error.ts'
import { accountOf, confirmPerson, doConfirmed, notify } from './own-account.ts'
import { factorCounter } from './proof-in-call.ts'

/** Handles `accounts/mfaEnrollment:start`: returns a new secret for an authenticator app. */
export async function startFactorEnrolment(identity: Identity, request: FastifyRequest) {
  const { db, now } = identity
  const body = fields(request)
  const account = await accountOf(identity, body)
  if (identity.secondFactor === 'off' || body['totpEnrollmentInfo'] === undefined)
    throw new IdentityError('OPERATION_NOT_ALLOWED')
  if (await findApp(db, account.id)) throw new IdentityError('SECOND_FACTOR_EXISTS')
  const confirmed = await confirmPerson(identity, request, account)
  const { result, tokens } = await doConfirmed(identity, account, confirmed, (trx) =>
    startEnrolment(trx, account.id, now()),
  )
  const { id, secret, expiresAt } = result
  return {
    ...tokens,
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

/**
 * Handles `accounts/mfaEnrollment:finalize`: adds the app that shows a right code. Returns recovery codes with the first
 * second factor.
 */
export async function finalizeFactorEnrolment(identity: Identity, request: FastifyRequest) {
  const { db, now } = identity
  const body = fields(request)
  const account = await accountOf(identity, body)
  const { sessionInfo, verificationCode } = nested(body, 'totpVerificationInfo')
  const code = text(verificationCode)
  if (!code) throw new IdentityError('MISSING_CODE')
  const counter = factorCounter(account)
  await allowAttempt(identity, [counter])
  const finished = await db.transaction().execute(async (trx) => {
    const enrolment = { id: text(sessionInfo), code }
    const recoveryCodes = await finishEnrolment(trx, account.id, enrolment, now())
    if (typeof recoveryCodes === 'string') return recoveryCodes
    await clearCounter(trx, counter)
    const ended = await afterFirstFactor(identity, trx, account)
    await recordAccount(trx, 'addFactor', account)
    return { recoveryCodes, ended }
  })
  if (finished === 'wrong') throw new IdentityError('INVALID_CODE')
  if (finished === 'expired') throw new IdentityError('SESSION_EXPIRED')
  if (finished === 'exists') throw new IdentityError('SECOND_FACTOR_EXISTS')
  const { recoveryCodes, ended } = finished
  notify(identity, request, account, { is: 'addApp', ended })
  // the session continues with its tokens; the hosted service has no recovery codes
  return {
    idToken: text(body['idToken']),
    totpAuthInfo: {},
    ...(recoveryCodes.length > 0 && { recoveryCodes }),
  }
}

/** Handles `accounts/mfaEnrollment:withdraw`: removes the app, or a passkey. */
export async function withdrawFactor(identity: Identity, request: FastifyRequest) {
  const { db } = identity
  const body = fields(request)
  const account = await accountOf(identity, body)
  const id = text(body['mfaEnrollmentId'])
  const factors = await findFactors(db, account.id)
  if (!factors || !includesFactor(factors, id)) throw new IdentityError('MFA_ENROLLMENT_NOT_FOUND')
  const confirmed = await confirmPerson(identity, request, account)
  const { result: removed, tokens } = await doConfirmed(
    identity,
    account,
    confirmed,
    (trx) => removeFactor(trx, account.id, id),
    async (trx, factor) => {
      if (factor)
        await recordAccount(trx, 'removeFactor', account, {
          ...(factor.passkey !== undefined && { after: { passkey: factor.passkey } }),
        })
    },
  )
  if (removed) {
    const { passkey: name, isLast } = removed
    const change =
      name === undefined ? ({ is: 'removeApp' } as const) : ({ is: 'removePasskey', name } as const)
    notify(identity, request, account, { ...change, isLast })
  }
  return { ...tokens }
}

/** Handles our own `accounts/recoveryCodes:renew`: replaces the recovery codes. */
export async function renewRecoveryCodes(identity: Identity, request: FastifyRequest) {
  const { db } = identity
  const body = fields(request)
  const account = await accountOf(identity, body)
  if (!(await findFactors(db, account.id))) throw new IdentityError('MFA_ENROLLMENT_NOT_FOUND')
  const confirmed = await confirmPerson(identity, request, account)
  const { result: recoveryCodes, tokens } = await doConfirmed(
    identity,
    account,
    confirmed,
    async (trx) => {
      await lockAdministrator(trx, account.id)
      // a reset may have removed the last one since
      if (!(await findFactors(trx, account.id))) throw new IdentityError('MFA_ENROLLMENT_NOT_FOUND')
      return replaceRecoveryCodes(trx, account.id)
    },
    (trx) => recordAccount(trx, 'renewCodes', account),
  )
  notify(identity, request, account, { is: 'renewCodes' })
  return { recoveryCodes, ...tokens }
}
