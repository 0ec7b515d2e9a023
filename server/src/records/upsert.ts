import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import { announcement } from '../database/announcement.ts'
import type { Database } from '../database/connection.ts'
import { awaitErasures, withoutErased } from './erased.ts'
import type { RecordKind } from './kind.ts'
import { recordChanges } from './record-changes.ts'
import { type StoredRecord, toStoredRecord } from './stored-record.ts'
import { type ForeignMask, withStoredNumbers } from './stored-numbers.ts'
import { type Change, insertRows, lockRows, updateRows } from './write.ts'

/** How many of the records were new, different from the stored ones, or unchanged. */
export interface Upsert {
  inserted: number
  changed: number
  same: number
  /** The ids of records whose person was erased. They are not stored. */
  erased: string[]
  /** The ids of changed records whose last change before was made by an administrator. */
  replacedEdits: string[]
  /** Masks that are not those of the stored numbers. */
  foreignMasks: ForeignMask[]
}

/** Rows per statement. */
const BATCH = 1000

/**
 * Stores whole records by id. Inserts new records, stores a new version of different ones, and leaves equal
 * ones unchanged. Leaves out erased people, and what bookings say about them. Throws `UnstorableError` before
 * anything is written.
 */
export async function upsertRecords<F extends { id: string }>(
  db: Database,
  kind: RecordKind<F>,
  records: readonly JsonObject[],
  by: string,
): Promise<Upsert> {
  // of two records with the same id, the later one is stored
  const byId = new Map<string, StoredRecord<F>>()
  for (const record of records) {
    const ready = toStoredRecord(kind, record)
    byId.set(ready.indexFields.id, ready)
  }
  const distinct = [...byId.values()]
  const total: Upsert = {
    inserted: 0,
    changed: 0,
    same: records.length - distinct.length,
    erased: [],
    replacedEdits: [],
    foreignMasks: [],
  }
  for (let start = 0; start < distinct.length; start += BATCH) {
    const batch = await upsertBatch(db, kind, distinct.slice(start, start + BATCH), by)
    total.inserted += batch.inserted
    total.changed += batch.changed
    total.same += batch.same
    total.erased.push(...batch.erased)
    total.replacedEdits.push(...batch.replacedEdits)
    total.foreignMasks.push(...batch.foreignMasks)
  }
  return total
}

function upsertBatch<F extends { id: string }>(
  db: Database,
  kind: RecordKind<F>,
  given: readonly StoredRecord<F>[],
  by: string,
): Promise<Upsert> {
  return db.transaction().execute(async (trx) => {
    await awaitErasures(trx)
    const { records, erased } = await withoutErased(trx, kind, given, (ids) =>
      storedBodies(trx, kind, ids),
    )
    const inserted = await insertRows(trx, kind, records, by)
    const rest = records.filter(({ indexFields }) => !inserted.has(indexFields.id))
    const { changes, edited, foreignMasks } = await changesOf(trx, kind, rest)
    if (changes.length > 0) await updateRows(trx, kind, changes, by)
    if (inserted.size > 0) await sql`select ${sql.raw(announcement('bulk'))}`.execute(trx)
    return {
      inserted: inserted.size,
      changed: changes.length,
      same: rest.length - changes.length,
      erased,
      replacedEdits: changes
        .map(({ record }) => record.indexFields.id)
        .filter((id) => edited.has(id)),
      foreignMasks,
    }
  })
}

/**
 * Reads without locks: `awaitErasures` keeps erasures out until the transaction ends, and rows that are locked here could be
 * locked in another order than by `insertRows`, which is a deadlock.
 */
async function storedBodies(
  trx: Database,
  kind: RecordKind,
  ids: readonly string[],
): Promise<Map<string, JsonObject>> {
  const { rows } = await sql<{ id: string; body: JsonObject }>`
    select id, body from ${sql.table(kind.table)} where id = any(${ids}::text[])`.execute(trx)
  return new Map(rows.map(({ id, body }) => [id, body]))
}

/** The changes, and the ids of stored records that an administrator changed last. */
interface Changes<F> {
  changes: Change<F>[]
  edited: ReadonlySet<string>
  foreignMasks: ForeignMask[]
}

async function changesOf<F extends { id: string }>(
  trx: Database,
  kind: RecordKind<F>,
  records: readonly StoredRecord<F>[],
): Promise<Changes<F>> {
  if (records.length === 0) return { changes: [], edited: new Set(), foreignMasks: [] }
  const ids = records.map(({ indexFields }) => indexFields.id)
  const rows = await lockRows(trx, kind, ids)
  const stored = new Map(rows.map((row) => [row.id, row.body]))
  // an import and other commands have names without an address
  const byAdministrator = rows.filter(({ updatedBy }) => updatedBy.includes('@'))
  const edited = new Set(byAdministrator.map(({ id }) => id))
  const pairs = records.flatMap((record) => {
    const before = stored.get(record.indexFields.id)
    // a record that was deleted after its insert conflicted stays deleted, as if the deletion came later
    return before ? [{ before, record }] : []
  })
  const given = await recordChanges(trx, kind, pairs)
  const { restored, foreign: foreignMasks } = await withStoredNumbers(trx, kind, given)
  if (restored.length === 0) return { changes: given, edited, foreignMasks }
  const replaced = new Set(restored.map(({ record }) => record.indexFields.id))
  const others = given.filter(({ record }) => !replaced.has(record.indexFields.id))
  const changes = [...others, ...(await recordChanges(trx, kind, restored))]
  return { changes, edited, foreignMasks }
}
