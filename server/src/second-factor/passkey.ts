import { MAX_PASSKEY_NAME, MAX_PASSKEYS } from '@mandap/domain/session/second-factor.ts'
import type { Database } from '../database/connection.ts'
import { type ChallengeScope, consumePasskeyChallenge } from './passkey-challenge.ts'
import { ensureRecoveryCodes } from './recovery-code.ts'
import { lockAdministrator } from '../session/lock-administrator.ts'
import {
  type PasskeyReference,
  type RelyingParty,
  verifiedCreation,
  verifiedUse,
} from './webauthn.ts'

export interface Passkey extends PasskeyReference {
  id: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** Returns the passkeys of an administrator, oldest first. */
export async function passkeysOf(db: Database, administratorId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'credential_id', 'transports', 'created_at', 'last_used_at'])
    .where('administrator_id', '=', administratorId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    credentialId: row.credential_id,
    transports: row.transports,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

/** Returns the name that a person gave to a passkey, in one line. */
export function passkeyName(typed: string): string {
  const line = typed
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_PASSKEY_NAME)
  return line.toWellFormed().trim() || 'Passkey'
}

/** The result of adding a passkey. `codes` are new recovery codes if it is the first second factor, otherwise none. */
export type AddedPasskey =
  | { is: 'added'; codes: string[] }
  | { is: 'expired' | 'wrong' | 'known' | 'tooMany' }

/** Adds the passkey that a browser made. The caller commits also if it is refused: the challenge is used up. */
export async function addPasskey(
  trx: Database,
  relyingParty: RelyingParty,
  scope: ChallengeScope,
  { name, answer }: { name: string; answer: unknown },
  now: Date,
): Promise<AddedPasskey> {
  const { administratorId } = scope
  await lockAdministrator(trx, administratorId)
  const challenge = await consumePasskeyChallenge(trx, scope, now)
  if (challenge === undefined) return { is: 'expired' }
  const made = await verifiedCreation(relyingParty, answer, challenge)
  if (!made) return { is: 'wrong' }
  const { length } = await passkeysOf(trx, administratorId)
  if (length >= MAX_PASSKEYS) return { is: 'tooMany' }
  const added = await trx
    .insertInto('passkey')
    .values({
      administrator_id: administratorId,
      credential_id: made.credentialId,
      public_key: made.publicKey,
      sign_count: made.signCount,
      transports: [...made.transports],
      name: passkeyName(name),
      created_at: now,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return { is: 'known' }
  return { is: 'added', codes: await ensureRecoveryCodes(trx, administratorId) }
}

/** The result of using a passkey. `unknown`: it is none of the administrator's; `expired`: it was not asked for. */
export type PasskeyCheck = 'right' | 'wrong' | 'unknown' | 'expired'

/** Checks the answer of a passkey. The caller commits also if it is refused: the challenge is used up. */
export async function consumePasskey(
  trx: Database,
  relyingParty: RelyingParty,
  scope: ChallengeScope,
  answer: unknown,
  now: Date,
): Promise<PasskeyCheck> {
  const challenge = await consumePasskeyChallenge(trx, scope, now)
  if (challenge === undefined) return 'expired'
  const row = await trx
    .selectFrom('passkey')
    .select(['id', 'credential_id', 'public_key', 'sign_count', 'transports'])
    .where('administrator_id', '=', scope.administratorId)
    .where('credential_id', '=', credentialIn(answer))
    .forUpdate()
    .executeTakeFirst()
  if (!row) return 'unknown'
  const signCount = await verifiedUse(relyingParty, answer, challenge, {
    credentialId: row.credential_id,
    publicKey: row.public_key,
    signCount: row.sign_count,
    transports: row.transports,
  })
  if (signCount === undefined) return 'wrong'
  await trx
    .updateTable('passkey')
    .set({ sign_count: signCount, last_used_at: now })
    .where('id', '=', row.id)
    .execute()
  return 'right'
}

/** Renames a passkey. Returns the earlier name; undefined if the administrator has no such passkey. */
export async function renamePasskey(
  trx: Database,
  administratorId: string,
  id: string,
  name: string,
): Promise<string | undefined> {
  const passkey = (await passkeysOf(trx, administratorId)).find((one) => one.id === id)
  if (!passkey) return undefined
  await trx
    .updateTable('passkey')
    .set({ name: passkeyName(name) })
    .where('id', '=', id)
    .execute()
  return passkey.name
}

/** Returns the id of the passkey in the answer of a browser. */
function credentialIn(answer: unknown): string {
  const isObject = typeof answer === 'object' && answer !== null
  const id = isObject && 'id' in answer ? answer.id : undefined
  return typeof id === 'string' && /^[\w-]+$/.test(id) ? id : ''
}
