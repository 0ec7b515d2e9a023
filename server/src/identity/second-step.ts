import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/connection.ts'
import { clearCounter, countedAddress, refundAttempt } from '../rate-limit/rate-limit.ts'
import type { AttemptCounter } from '../rate-limit/rate-limit.ts'
import type { Factors } from '../second-factor/factors.ts'
import { passkeysOf } from '../second-factor/passkey.ts'
import { createPasskeyChallenge } from '../second-factor/passkey-challenge.ts'
import {
  createPendingSignIn,
  findPendingSignIn,
  finishPendingSignIn,
  signInScope,
} from '../second-factor/pending-sign-in.ts'
import type { Proof } from '../second-factor/proof.ts'
import { relyingPartyOf, requestOptions } from '../second-factor/webauthn.ts'
import { findDevice } from '../session/device.ts'
import { signIdToken } from '../session/id-token.ts'
import { recordAccount } from '../session/audit-entry.ts'
import { lockAdministrator } from '../session/lock-administrator.ts'
import { startSessionIn } from '../session/session.ts'
import { factorsInfo } from './factor-info.ts'
import { failuresOf, recordFailedFactor, recordLockOut } from './failed-sign-in.ts'
import {
  allowAttempt,
  fields,
  type Fields,
  type Identity,
  nested,
  setDeviceCookie,
  text,
} from './identity-call.ts'
import { IdentityError } from './identity-error.ts'
import { notifyRecoveryCode } from './own-account.ts'
import { passkeyProof, refusedProof } from './proof-in-call.ts'
import { secondStepCounters } from './sign-in-limits.ts'

/** Returns the answer to a right password of an administrator with a second factor. It contains no tokens. */
export async function secondStepAnswer(
  { db, now }: Identity,
  administrator: { id: string; email: string; name: string },
  passwordHash: string,
  factors: Factors,
) {
  const checked = { administratorId: administrator.id, passwordHash }
  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    localId: administrator.id,
    email: administrator.email,
    displayName: administrator.name,
    registered: true,
    mfaPendingCredential: await createPendingSignIn(db, checked, now()),
    ...factorsInfo(factors),
  }
}

/** Handles `accounts/mfaSignIn:finalize`, which ends a sign-in with a code of the app or a recovery code. */
export async function finalizeSignIn(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const body = fields(request)
  const credential = credentialIn(body)
  const factorId = text(body['mfaEnrollmentId'])
  if (!factorId) throw new IdentityError('MISSING_MFA_ENROLLMENT_ID')
  const code = text(nested(body, 'totpVerificationInfo')['verificationCode'])
  if (!code) throw new IdentityError('MISSING_CODE')
  const entered = { credential, factorId, proof: { is: 'code', code } } as const
  return { ...(await endSignIn(identity, request, reply, entered)), totpAuthInfo: {} }
}

/** Handles our own `accounts/passkeySignIn:start`: returns what a browser needs to use a passkey as the second step. */
export async function startPasskeySignIn(identity: Identity, request: FastifyRequest) {
  const { db, now, publicUrl } = identity
  const credential = credentialIn(fields(request))
  const pending = await pendingSignIn(identity, request, credential)
  const relyingParty = relyingPartyOf(publicUrl)
  const passkeys = await passkeysOf(db, pending.id)
  if (!relyingParty || passkeys.length === 0) throw new IdentityError('PASSKEY_NOT_FOUND')
  const scope = signInScope(pending.id, credential)
  const challenge = await createPasskeyChallenge(db, scope, now())
  return { credentialRequestOptions: await requestOptions(relyingParty, passkeys, challenge) }
}

/** Handles our own `accounts/passkeySignIn:finalize`, which ends a sign-in with a passkey. */
export async function finalizePasskeySignIn(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const body = fields(request)
  const credential = credentialIn(body)
  const proof = passkeyProof(identity, body)
  if (!proof) throw new IdentityError('MISSING_PASSKEY')
  return endSignIn(identity, request, reply, { credential, factorId: undefined, proof })
}

function credentialIn(body: Fields): string {
  const credential = text(body['mfaPendingCredential'])
  if (!credential) throw new IdentityError('MISSING_MFA_PENDING_CREDENTIAL')
  return credential
}

/** Returns the administrator of a sign-in that waits for its second step. Counts an unknown credential by address. */
async function pendingSignIn(identity: Identity, request: FastifyRequest, credential: string) {
  const pending = await findPendingSignIn(identity.db, credential, identity.now())
  if (!pending) {
    await allowAttempt(identity, [addressCounter(request)])
    throw new IdentityError('INVALID_MFA_PENDING_CREDENTIAL')
  }
  if (pending.disabled_at) throw new IdentityError('USER_DISABLED')
  return pending
}

function addressCounter({ ip }: FastifyRequest): AttemptCounter {
  return { limit: 'factorByAddress', subject: countedAddress(ip) }
}

interface EnteredFactor {
  credential: string
  /** Undefined for a passkey, which names itself. */
  factorId: string | undefined
  proof: Proof
}

/** Checks the second factor of a sign-in and starts the session. Returns its tokens. */
async function endSignIn(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
  entered: EnteredFactor,
) {
  const { db, now, later } = identity
  const address = countedAddress(request.ip)
  const pending = await pendingSignIn(identity, request, entered.credential)
  const { email_folded: emailFolded } = pending
  const { cookie: cookies } = request.headers
  const counters = secondStepCounters({
    administratorId: pending.id,
    address,
    device: await findDevice(db, { emailFolded, cookies, showedFactor: true }, now()),
    isPasskey: entered.proof.is === 'passkey',
  })
  // a server that cannot sign tokens must neither count an attempt nor use up a code
  await identity.keys.current()
  await allowAttempt(identity, counters).catch((error: unknown) => {
    later(recordLockOut(identity, pending.email, address, counters))
    throw error
  })

  const ended = await db.transaction().execute(async (trx) => {
    // first, as all changes of several rows of an administrator
    await lockAdministrator(trx, pending.id)
    const step = await finishPendingSignIn(trx, entered, now())
    if (step.is !== 'right') return step
    const { administratorId, passwordHash, way: secondFactor } = step
    const device = await findDevice(trx, { emailFolded, cookies }, now())
    const userAgent = request.headers['user-agent']
    const beforeEntry = async () => {
      await endAttempts(trx)
      if (secondFactor === 'recovery')
        await recordAccount(trx, 'useRecoveryCode', pending, { after: { address } })
    }
    const shown = { administratorId, passwordHash, device, userAgent, secondFactor, beforeEntry }
    const session = await startSessionIn(trx, shown, address, now())
    // the password was changed in between
    if (!session) throw new IdentityError('INVALID_MFA_PENDING_CREDENTIAL')
    return { ...step, session }
  })
  if (ended.is === 'ended') throw new IdentityError('INVALID_MFA_PENDING_CREDENTIAL')
  if (ended.is === 'otherFactor') throw new IdentityError('MFA_ENROLLMENT_NOT_FOUND')
  if (ended.is !== 'right') {
    later(recordFailedFactor(identity, pending.email, address))
    throw refusedProof(ended.is)
  }
  const { administratorId, way, session } = ended
  setDeviceCookie(identity, reply, { administratorId, deviceToken: session.deviceToken })
  if (way === 'recovery') notifyRecoveryCode(identity, request, pending)
  return {
    idToken: await signIdToken(identity.keys, identity.publicUrl, session, now()),
    refreshToken: session.refreshToken,
  }

  async function endAttempts(trx: Database) {
    await refundAttempt(trx, counters)
    for (const counter of counters)
      if (counter.limit !== 'factorByAddress') await clearCounter(trx, counter)
    await clearCounter(trx, failuresOf('failFactor', pending.email))
  }
}
