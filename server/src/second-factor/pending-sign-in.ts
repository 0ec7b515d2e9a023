import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { newSecret, secretHash } from '../session/secret.ts'
import type { ChallengeScope } from './passkey-challenge.ts'
import { findFactors, includesFactor } from './factors.ts'
import { consumeProof, type Proof, type ProofCheck, type RefusedProof } from './proof.ts'

/** How long, and how often, the second factor of a sign-in can be entered. */
const PENDING_MINUTES = 10
const MAX_ATTEMPTS = 5

/** The password check of a sign-in. */
interface CheckedPassword {
  administratorId: string
  passwordHash: string
}

/** Notes that the password of a sign-in was right. Returns the credential with which the sign-in continues. */
export async function createPendingSignIn(
  db: Database,
  { administratorId, passwordHash }: CheckedPassword,
  now: Date,
): Promise<string> {
  const credential = newSecret()
  await db
    .insertInto('pending_sign_in')
    .values({
      credential_hash: secretHash(credential),
      administrator_id: administratorId,
      password_hash: passwordHash,
      expires_at: new Date(now.getTime() + PENDING_MINUTES * 60_000),
      ended_at: null,
    })
    .execute()
  return credential
}

/** Returns the administrator of a sign-in that can continue. */
export async function findPendingSignIn(db: Database, credential: string, now: Date) {
  return db
    .selectFrom('pending_sign_in')
    .innerJoin('administrator', 'administrator.id', 'pending_sign_in.administrator_id')
    .select(['administrator.id', 'email', 'name', 'email_folded', 'disabled_at'])
    .where('credential_hash', '=', secretHash(credential))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', MAX_ATTEMPTS)
    .executeTakeFirst()
}

/** The result of the second step. `ended` means that the sign-in has to begin again. */
export type SecondStep =
  | (Extract<ProofCheck, { is: 'right' }> & CheckedPassword)
  | { is: RefusedProof | 'ended' | 'otherFactor' }

/** Returns where the challenge for the passkey of a sign-in may be answered. */
export function signInScope(administratorId: string, credential: string): ChallengeScope {
  const boundTo = secretHash(credential).toString('hex')
  return { administratorId, purpose: 'signIn', boundTo }
}

/**
 * Checks the second factor of a sign-in. Counts the attempt on the locked row before the check, so that parallel guesses
 * share the five attempts. `factorId` is undefined for a passkey, which names itself.
 */
export async function finishPendingSignIn(
  trx: Database,
  {
    credential,
    factorId,
    proof,
  }: { credential: string; factorId: string | undefined; proof: Proof },
  now: Date,
): Promise<SecondStep> {
  const pending = await trx
    .updateTable('pending_sign_in')
    .set({ tries: sql`tries + 1` })
    .where('credential_hash', '=', secretHash(credential))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', MAX_ATTEMPTS)
    .returning(['administrator_id', 'password_hash'])
    .executeTakeFirst()
  if (!pending) return { is: 'ended' }
  const { administrator_id: administratorId, password_hash: passwordHash } = pending
  const factors = await findFactors(trx, administratorId)
  if (!factors || (factorId !== undefined && !includesFactor(factors, factorId)))
    return { is: 'otherFactor' }
  const check = await consumeProof(trx, signInScope(administratorId, credential), proof, now)
  if (check.is !== 'right') return check
  await trx
    .updateTable('pending_sign_in')
    .set({ ended_at: now })
    .where('credential_hash', '=', secretHash(credential))
    .execute()
  return { ...check, administratorId, passwordHash }
}

/** Deletes sign-ins that can no longer continue. */
export async function deleteOldPendingSignIns(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('pending_sign_in').where('expires_at', '<', now).execute()
}
