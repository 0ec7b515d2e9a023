import type { Selectable } from 'kysely'
import type { Database } from '../src/database/connection.ts'
import type { SigningKeyTable } from '../src/database/tables.ts'
import { addSigningKey } from '../src/session/signing-key.ts'

let created: Promise<Selectable<SigningKeyTable>> | undefined

/** Stores a signing key, the same in every database, because creating one takes longer than most tests. */
export async function storeSigningKey(db: Database, now = new Date()): Promise<void> {
  created ??= createdIn(db, now)
  const { private_jwk, public_jwk, ...row } = await created
  await db
    .insertInto('signing_key')
    .values({
      ...row,
      private_jwk: JSON.stringify(private_jwk),
      public_jwk: JSON.stringify(public_jwk),
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('kid').doNothing())
    .execute()
}

async function createdIn(db: Database, now: Date) {
  const kid = await addSigningKey(db, now)
  return db.selectFrom('signing_key').selectAll().where('kid', '=', kid).executeTakeFirstOrThrow()
}
