import { isRecentSignIn } from '@mandap/domain/session/recent-sign-in.ts'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../database/connection.ts'
import { readRow } from '../database/one-row.ts'
import { sendNotice } from '../mail/notice.ts'
import { originOf } from '../mail/origin.ts'
import { clearCounter, countedAddress } from '../rate-limit/rate-limit.ts'
import { findFactors } from '../second-factor/factors.ts'
import { type FactorChange, factorMail } from '../second-factor/mails.ts'
import type { PasskeyPurpose } from '../database/tables.ts'
import type { ChallengeScope } from '../second-factor/passkey-challenge.ts'
import { consumeProof } from '../second-factor/proof.ts'
import { recoveryCodesLeft } from '../second-factor/recovery-code.ts'
import { readIdToken } from '../session/id-token.ts'
import {
  type NewTokens,
  type RecordResult,
  withNewTokens,
  withSameTokens,
} from '../session/new-tokens.ts'
import { recordAccount } from '../session/audit-entry.ts'
import { liveSession } from '../session/live-session.ts'
import { noteFactor } from '../session/shown-factor.ts'
import { allowAttempt, type Fields, fields, type Identity, text } from './identity-call.ts'
import { IdentityError } from './identity-error.ts'
import { recordFailedFactor } from './failed-sign-in.ts'
import { confirmationCounters, proofIn, refusedProof } from './proof-in-call.ts'

/** The account of a request, and its session. */
export interface Account {
  id: string
  email: string
  name: string
  passwordHash: string | null
  sessionId: string
  tokenSerial: number
  signedInAt: Date
  /** Whether a second factor was shown or added in the session. */
  showedFactor: boolean
}

/** Returns where a challenge for a passkey of the session may be answered. */
export function sessionScope({ id, sessionId }: Account, purpose: PasskeyPurpose): ChallengeScope {
  return { administratorId: id, purpose, boundTo: sessionId }
}

/** Mails the administrator a change of their second factor and where the request came from, after the answer. */
export function notify(
  { later, mail, log, publicUrl, now }: Identity,
  request: FastifyRequest,
  { email, name }: Pick<Account, 'email' | 'name'>,
  change: FactorChange,
): void {
  const holder = { email, name, publicUrl }
  later(sendNotice(mail, log, factorMail(holder, change, originOf(request, now()))))
}

/** Mails the administrator that a recovery code was used, and how many are left, after the answer. */
export function notifyRecoveryCode(
  identity: Identity,
  request: FastifyRequest,
  account: Pick<Account, 'id' | 'email' | 'name'>,
): void {
  const { db, later, log } = identity
  const send = async () => {
    const left = await recoveryCodesLeft(db, account.id)
    notify(identity, request, account, { is: 'useRecoveryCode', left })
  }
  later(
    send().catch((error: unknown) =>
      log.error({ err: error }, 'The use of a recovery code could not be mailed.'),
    ),
  )
}

/** Reads the account of the request's token, and counts the call as a change of the administrator. */
export async function accountOf(identity: Identity, body: Fields): Promise<Account> {
  const { db, keys, publicUrl, now, callLimit } = identity
  const idToken = text(body['idToken'])
  if (!idToken) throw new IdentityError('MISSING_ID_TOKEN')
  const reading = await readIdToken(keys, publicUrl, idToken, now())
  if (reading.state !== 'valid') throw new IdentityError('INVALID_ID_TOKEN')
  const session = await readRow(db, liveSession(reading, now(), acceptedSessions(identity)))
  if (!session) throw new IdentityError('TOKEN_EXPIRED')
  callLimit?.countFirst(session, false)
  const row = await db
    .selectFrom('session')
    .innerJoin('administrator', 'administrator.id', 'session.administrator_id')
    .select(['session.id as session_id', 'signed_in_at', 'password_hash', 'showed_factor'])
    .where('session.id', '=', reading.sessionId)
    .executeTakeFirstOrThrow()
  const { id, email, name, tokenSerial } = session
  const { session_id: sessionId, password_hash: passwordHash, signed_in_at: signedInAt } = row
  const showedFactor = row.showed_factor
  return { id, email, name, passwordHash, sessionId, tokenSerial, signedInAt, showedFactor }
}

/**
 * Returns which sessions the calls about the own account accept. If a second factor is required, they accept the sessions of a person
 * who has none, because the person adds it with them, and refuse the sessions in which an existing one was not shown.
 */
export function acceptedSessions({ secondFactor }: Identity): false | 'ifAdded' {
  return secondFactor === 'required' && 'ifAdded'
}

/** How a request is known to come from the person. */
export type Confirmed = 'by the sign-in' | 'by the request'

/**
 * Throws unless the person has just signed in, with the second factor if they have one, or the request has their password and,
 * if they have a second factor, a code of it or the answer of a passkey. A stolen session alone must not change the second factor.
 */
export async function confirmPerson(
  identity: Identity,
  request: FastifyRequest,
  account: Account,
): Promise<Confirmed> {
  const { db, now } = identity
  const body = fields(request)
  const password = text(body['password'])
  if (!password) {
    const isRecent = isRecentSignIn(account.signedInAt.getTime(), now().getTime())
    // the first second factor may have been added elsewhere since the sign-in
    if (isRecent && (account.showedFactor || !(await findFactors(db, account.id))))
      return 'by the sign-in'
    throw new IdentityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  }
  const counters = confirmationCounters(account)
  await allowAttempt(identity, counters)
  if (!(await identity.isPassword(account.passwordHash, password)))
    throw new IdentityError('INVALID_LOGIN_CREDENTIALS')
  if (await findFactors(db, account.id)) {
    const proof = proofIn(identity, body)
    const scope = sessionScope(account, 'changeFactor')
    const check = await db.transaction().execute(async (trx) => {
      const checked = await consumeProof(trx, scope, proof, now())
      if (checked.is !== 'right') return checked
      await noteFactor(trx, account.sessionId)
      for (const counter of counters) await clearCounter(trx, counter)
      if (checked.way === 'recovery') await recordAccount(trx, 'useRecoveryCode', account)
      return checked
    })
    if (check.is !== 'right') {
      identity.later(recordFailedFactor(identity, account.email, countedAddress(request.ip)))
      throw refusedProof(check.is)
    }
    if (check.way === 'recovery') notifyRecoveryCode(identity, request, account)
  } else for (const counter of counters) await clearCounter(db, counter)
  return 'by the request'
}

/**
 * Does what a confirmed person requested, and records it. Returns new tokens for the answer if the request proved the
 * person again.
 */
export async function doConfirmed<T>(
  identity: Identity,
  account: Account,
  confirmed: Confirmed,
  work: (trx: Database) => Promise<T>,
  record?: RecordResult<T>,
): Promise<{ result: T; tokens?: NewTokens }> {
  if (confirmed === 'by the sign-in') return withSameTokens(identity.db, work, record)
  const done = await withNewTokens(identity, account, work, record)
  if (!done) throw new IdentityError('TOKEN_EXPIRED')
  return done
}
