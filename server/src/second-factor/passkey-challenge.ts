import type { Database } from '../database/connection.ts'
import type { PasskeyPurpose } from '../database/tables.ts'
import { newSecret } from '../session/secret.ts'

/** How long a passkey can be used after it was asked for. */
const CHALLENGE_MINUTES = 6

/** Where a challenge may be answered: in one session, or in the sign-in with one credential. */
export interface ChallengeScope {
  administratorId: string
  purpose: PasskeyPurpose
  /** The id of the session, or the hash of the credential. */
  boundTo: string
}

/** Makes a challenge, which ends the earlier one of its scope. */
export async function createPasskeyChallenge(
  db: Database,
  { administratorId, purpose, boundTo }: ChallengeScope,
  now: Date,
): Promise<string> {
  const made = {
    administrator_id: administratorId,
    challenge: newSecret(),
    expires_at: new Date(now.getTime() + CHALLENGE_MINUTES * 60_000),
  }
  await db
    .insertInto('passkey_challenge')
    .values({ purpose, bound_to: boundTo, ...made })
    .onConflict((conflict) => conflict.columns(['purpose', 'bound_to']).doUpdateSet(made))
    .execute()
  return made.challenge
}

/** Ends the challenge of a scope and returns it; undefined if it was answered or has expired. */
export async function consumePasskeyChallenge(
  trx: Database,
  { administratorId, purpose, boundTo }: ChallengeScope,
  now: Date,
): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('passkey_challenge')
    .where('purpose', '=', purpose)
    .where('bound_to', '=', boundTo)
    .where('administrator_id', '=', administratorId)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst()
  return row && row.expires_at > now ? row.challenge : undefined
}

/** Ends the challenges for adding a passkey of an administrator. */
export async function endPasskeyAdditions(trx: Database, administratorId: string): Promise<void> {
  await trx
    .deleteFrom('passkey_challenge')
    .where('administrator_id', '=', administratorId)
    .where('purpose', '=', 'add')
    .execute()
}

/** Deletes challenges that have expired. */
export async function deleteOldPasskeyChallenges(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<', now).execute()
}
