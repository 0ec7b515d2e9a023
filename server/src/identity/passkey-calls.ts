import { MAX_PASSKEYS } from '@mandap/domain/session/second-factor.ts'
import type { FastifyRequest } from 'fastify'
import { clearCounter } from '../rate-limit/rate-limit.ts'
import {
  type AddedPasskey,
  addPasskey,
  passkeyName,
  passkeysOf,
  renamePasskey,
} from '../second-factor/passkey.ts'
import { createPasskeyChallenge } from '../second-factor/passkey-challenge.ts'
import {
  creationOptions,
  type RelyingParty,
  relyingPartyOf,
  requestOptions,
} from '../second-factor/webauthn.ts'
import { recordAccount } from '../session/audit-entry.ts'
import { afterFirstFactor } from './first-factor.ts'
import { allowAttempt, fields, type Identity, text } from './identity-call.ts'
import { IdentityError } from './identity-error.ts'
import { accountOf, confirmPerson, doConfirmed, sessionScope, notify } from './own-account.ts'
import { factorCounter } from './proof-in-call.ts'

/** Handles our own `accounts/passkeyEnrollment:start`: returns what a browser needs to make a passkey. */
export async function startPasskeyEnrolment(identity: Identity, request: FastifyRequest) {
  const { db, now } = identity
  const body = fields(request)
  const account = await accountOf(identity, body)
  const relyingParty = relyingPartyIn(identity)
  const passkeys = await passkeysOf(db, account.id)
  if (passkeys.length >= MAX_PASSKEYS) throw new IdentityError('TOO_MANY_PASSKEYS')
  const confirmed = await confirmPerson(identity, request, account)
  const { result, tokens } = await doConfirmed(identity, account, confirmed, async (trx) => {
    const challenge = await createPasskeyChallenge(trx, sessionScope(account, 'add'), now())
    return creationOptions(relyingParty, account, passkeys, challenge)
  })
  return { credentialCreationOptions: result, ...tokens }
}

/**
 * Handles our own `accounts/passkeyEnrollment:finalize`: adds the passkey that the browser made. Returns recovery codes
 * with the first second factor.
 */
export async function finalizePasskeyEnrolment(identity: Identity, request: FastifyRequest) {
  const { db, now } = identity
  const body = fields(request)
  const account = await accountOf(identity, body)
  const relyingParty = relyingPartyIn(identity)
  const answer = body['authenticatorRegistrationResponse']
  if (answer === undefined) throw new IdentityError('MISSING_PASSKEY')
  const name = passkeyName(text(body['displayName']))
  const counter = factorCounter(account)
  await allowAttempt(identity, [counter])
  const added = await db.transaction().execute(async (trx) => {
    const scope = sessionScope(account, 'add')
    const result = await addPasskey(trx, relyingParty, scope, { name, answer }, now())
    if (result.is !== 'added') return result
    await clearCounter(trx, counter)
    const ended = await afterFirstFactor(identity, trx, account)
    await recordAccount(trx, 'addFactor', account, { after: { passkey: name } })
    return { ...result, ended }
  })
  if (added.is !== 'added') throw new IdentityError(REFUSALS[added.is])
  const { codes, ended } = added
  notify(identity, request, account, { is: 'addPasskey', name, ended })
  return { ...(codes.length > 0 && { recoveryCodes: codes }) }
}

/**
 * Handles our own `accounts/passkeyConfirmation:start`: returns what a browser needs to use a passkey in a session, for a
 * change of the second factor or, with `purpose: 'elevate'`, for Super Admin.
 */
export async function startPasskeyConfirmation(identity: Identity, request: FastifyRequest) {
  const { db, now } = identity
  const body = fields(request)
  const account = await accountOf(identity, body)
  const relyingParty = relyingPartyIn(identity)
  const passkeys = await passkeysOf(db, account.id)
  if (passkeys.length === 0) throw new IdentityError('PASSKEY_NOT_FOUND')
  const purpose = body['purpose'] === 'elevate' ? 'elevate' : 'changeFactor'
  const challenge = await createPasskeyChallenge(db, sessionScope(account, purpose), now())
  return { credentialRequestOptions: await requestOptions(relyingParty, passkeys, challenge) }
}

/** Handles our own `accounts/passkeys:rename`. */
export async function renameOwnPasskey(identity: Identity, request: FastifyRequest) {
  const { db } = identity
  const body = fields(request)
  const account = await accountOf(identity, body)
  const id = text(body['mfaEnrollmentId'])
  const name = passkeyName(text(body['displayName']))
  const isRenamed = await db.transaction().execute(async (trx) => {
    const earlier = await renamePasskey(trx, account.id, id, name)
    if (earlier === undefined) return false
    if (earlier !== name)
      await recordAccount(trx, 'renamePasskey', account, {
        after: { passkey: earlier, name },
      })
    return true
  })
  if (!isRenamed) throw new IdentityError('MFA_ENROLLMENT_NOT_FOUND')
  return {}
}

const REFUSALS: Readonly<Record<Exclude<AddedPasskey['is'], 'added'>, string>> = {
  expired: 'PASSKEY_EXPIRED',
  wrong: 'INVALID_PASSKEY',
  known: 'PASSKEY_EXISTS',
  tooMany: 'TOO_MANY_PASSKEYS',
}

/** Returns the relying party of the server. Throws if it has no passkeys. */
function relyingPartyIn({ secondFactor, publicUrl }: Identity): RelyingParty {
  const relyingParty = secondFactor === 'off' ? undefined : relyingPartyOf(publicUrl)
  if (!relyingParty) throw new IdentityError('OPERATION_NOT_ALLOWED')
  return relyingParty
}
