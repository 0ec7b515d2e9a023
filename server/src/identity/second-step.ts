import { USED_CODE } from '@mandap/domain/session/second-factor.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendNotice } from '../mail/notice.ts'
import { clearCounter, countedAddress, refundAttempt } from '../rate-limit/rate-limit.ts'
import type { Counter } from '../rate-limit/rate-limit.ts'
import { factorMail } from '../second-factor/mails.ts'
import {
  createPendingSignIn,
  findPendingSignIn,
  finishPendingSignIn,
} from '../second-factor/pending-sign-in.ts'
import type { SecondFactor } from '../second-factor/factor.ts'
import { recoveryCodesLeft } from '../second-factor/recovery-code.ts'
import { findDevice } from '../session/device.ts'
import { signIdToken } from '../session/id-token.ts'
import { recordAccount } from '../session/record.ts'
import { startSession } from '../session/session.ts'
import { failuresOf, recordFailedFactor } from './failed-sign-in.ts'
import {
  allowAttempt,
  fields,
  type Identity,
  nested,
  setDeviceCookie,
  text,
} from './identity-call.ts'
import { IdentityError } from './identity-error.ts'

/** The protocol's error for a code that worked before. */
export const CODE_ALREADY_USED = `INVALID_CODE : ${USED_CODE}`

/** Returns the factor as Identity Toolkit does. */
export function factorInfo({ id, enrolledAt }: SecondFactor) {
  return { mfaEnrollmentId: id, enrolledAt: enrolledAt.toISOString(), totpInfo: {} }
}

/** Returns the answer to a right password of an administrator with a second factor. It contains no tokens. */
export async function secondStepAnswer(
  { db, now }: Identity,
  administrator: { id: string; email: string; name: string },
  passwordHash: string,
  factor: SecondFactor,
) {
  const checked = { administratorId: administrator.id, passwordHash }
  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    localId: administrator.id,
    email: administrator.email,
    displayName: administrator.name,
    registered: true,
    mfaPendingCredential: await createPendingSignIn(db, checked, now()),
    mfaInfo: [factorInfo(factor)],
  }
}

/** Handles `accounts/mfaSignIn:finalize`, which ends a sign-in with a code of the second factor. */
export async function finalizeSignIn(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { db, now, later, mail, log } = identity
  const body = fields(request)
  const credential = text(body['mfaPendingCredential'])
  if (!credential) throw new IdentityError('MISSING_MFA_PENDING_CREDENTIAL')
  const factorId = text(body['mfaEnrollmentId'])
  if (!factorId) throw new IdentityError('MISSING_MFA_ENROLLMENT_ID')
  const code = text(nested(body, 'totpVerificationInfo')['verificationCode'])
  if (!code) throw new IdentityError('MISSING_CODE')

  const address = countedAddress(request.ip)
  const byAddress: Counter = { limit: 'factorByAddress', subject: address }
  const pending = await findPendingSignIn(db, credential, now())
  if (!pending) {
    await allowAttempt(identity, [byAddress])
    throw new IdentityError('INVALID_MFA_PENDING_CREDENTIAL')
  }
  if (pending.disabled_at) throw new IdentityError('USER_DISABLED')
  const byAccount = factorCounter(pending.id)
  await allowAttempt(identity, [byAddress, byAccount])

  const step = await db.transaction().execute(async (trx) => {
    const checked = await finishPendingSignIn(trx, { credential, factorId, code }, now())
    if (checked.is === 'right' && checked.way === 'recovery')
      await recordAccount(trx, 'useRecoveryCode', pending, { address })
    return checked
  })
  if (step.is === 'ended') throw new IdentityError('INVALID_MFA_PENDING_CREDENTIAL')
  if (step.is === 'otherFactor') throw new IdentityError('MFA_ENROLLMENT_NOT_FOUND')
  if (step.is !== 'right') {
    later(recordFailedFactor(identity, pending.email, address))
    throw new IdentityError(step.is === 'used' ? CODE_ALREADY_USED : 'INVALID_CODE')
  }
  const { administratorId, passwordHash, way } = step
  const device = await findDevice(db, pending.email_folded, request.headers.cookie, now())
  const session = await startSession(
    db,
    {
      administratorId,
      passwordHash,
      device,
      userAgent: request.headers['user-agent'],
      secondFactor: way,
    },
    address,
    now(),
  )
  // the password was changed in between
  if (!session) throw new IdentityError('INVALID_MFA_PENDING_CREDENTIAL')
  await refundAttempt(db, [byAddress])
  await clearCounter(db, byAccount)
  await clearCounter(db, failuresOf('failFactor', pending.email))
  setDeviceCookie(identity, reply, { administratorId, deviceToken: session.deviceToken })
  if (way === 'recovery') {
    const left = await recoveryCodesLeft(db, administratorId)
    const note = left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`
    later(sendNotice(mail, log, factorMail(pending, 'useRecoveryCode', note)))
  }
  return {
    idToken: await signIdToken(identity.keys, identity.publicUrl, session, now()),
    refreshToken: session.refreshToken,
    totpAuthInfo: {},
  }
}

/** The counter of the codes that an account enters. */
export function factorCounter(administratorId: string): Counter {
  return { limit: 'factorByAccount', subject: administratorId }
}
