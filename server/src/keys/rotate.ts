import { COMMAND_LINE } from '@mandap/domain/audit/actor.ts'
import { WRAPPING_KEY } from '@mandap/domain/audit/kind.ts'
import { sql } from 'kysely'
import { appendAuditEntries } from '../audit/append.ts'
import type { Database } from '../database/connection.ts'
import { keysOf } from '../database/encryption-keys.ts'
import { type DocumentEncryption, encryptAgain } from '../document/encrypt-stored.ts'
import { forgetAadhaar } from '../records/forget-aadhaar.ts'
import { decryptedValue, storePersonalValues } from '../records/personal-values.ts'
import { sealAgain } from '../second-factor/stored-secret.ts'
import { encryptLinkKeyAgain } from '../session/link-key.ts'
import { encryptSigningKeysAgain } from '../session/signing-key.ts'

/** Rows per transaction. */
const BATCH = 1000

/** What was encrypted again. */
export interface Rotation {
  values: number
  documents: number
  secrets: number
  /** Earlier data keys that something still needs, such as a document whose file is missing. */
  keysLeft: number
}

interface RotationOptions extends DocumentEncryption {
  /** Resolves when no server uses an earlier key for new data any more. */
  settle: () => Promise<void>
  /** Waits before it tries again to encrypt documents, while a backup is made or a server encrypts them. */
  wait: () => Promise<void>
  progress?: (rotation: Rotation) => void
}

/**
 * Makes a new data key, encrypts everything again with it while servers run, and deletes the earlier keys. Continues an
 * interrupted rotation with the key that it made. `db` is of the owner.
 */
export async function rotateDataKey({
  settle,
  wait,
  progress = () => {},
  ...job
}: RotationOptions): Promise<Rotation> {
  const { db } = job
  const done: Rotation = { values: 0, documents: 0, secrets: 0, keysLeft: 0 }
  await forgetAadhaar(db)
  const key = await newDataKey(db)
  const encryptAll = async () => {
    for (let count = BATCH; count === BATCH; progress(done)) {
      count = await encryptValues(db, key)
      done.values += count
    }
    done.secrets += await sealAgain(db, key)
    await encryptSigningKeysAgain(db, key)
    await encryptLinkKeyAgain(db, key)
    done.documents += await encryptAgain(job, key, { progress: () => progress(done), wait })
  }
  await encryptAll()
  await settle()
  // what servers have encrypted with an earlier key since
  await encryptAll()
  done.keysLeft = await deleteEarlierKeys(db, key)
  return done
}

/** Wraps the data keys by the key of another file. Servers need that file at their next start. `db` is of the owner. */
export function wrapDataKeys(db: Database, file: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await keysOf(trx).wrapBy(trx, file)
    await record(trx, WRAPPING_KEY)
  })
}

/** Makes a data key, or returns that of an interrupted rotation. */
function newDataKey(db: Database): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const id = await keysOf(trx).addUnlessRotating(trx)
    if (id === null) return (await keysOf(trx).current(trx)).id
    await record(trx, String(id))
    return id
  })
}

function record(trx: Database, subjectId: string): Promise<void> {
  return appendAuditEntries(trx, {
    by: COMMAND_LINE,
    kind: 'rotateDataKey',
    subject: 'server',
    subjectId,
    subjectName: 'Encryption key',
  })
}

/** Encrypts the next values again. Returns their number. */
function encryptValues(db: Database, key: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('personal_value')
      .selectAll()
      .where('data_key', '<', key)
      .limit(BATCH)
      .forUpdate()
      .execute()
    for (const [subject, some] of Map.groupBy(rows, (row) => row.subject)) {
      const decrypted = some.map(async (row) => ({
        id: row.record_id,
        values: [{ path: row.path, kind: row.kind, value: await decryptedValue(trx, row) }],
      }))
      await storePersonalValues(trx, subject, await Promise.all(decrypted))
    }
    return rows.length
  })
}

/** Deletes the earlier data keys that nothing needs. Returns the number of the others. */
async function deleteEarlierKeys(db: Database, key: number): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    with deleted as (
      delete from data_key where id < ${key}
        and not exists (select from personal_value where data_key = data_key.id)
        and not exists (select from document where data_key = data_key.id)
        and not exists (select from token_key where data_key = data_key.id)
        and not exists (select from link_key where data_key = data_key.id)
        and not exists (select from second_factor where key_id = data_key.id)
        and not exists (select from factor_enrolment where key_id = data_key.id)
      returning id
    )
    select count(*) as left from data_key
    where id < ${key} and id not in (select id from deleted)`.execute(db)
  return rows[0]?.left ?? 0
}
