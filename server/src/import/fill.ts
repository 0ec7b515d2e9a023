import type { IndexFields } from '@mandap/domain/rule/condition.ts'
import { sql } from 'kysely'
import { BOOKING } from '../booking/kind.ts'
import type { Database } from '../database/connection.ts'
import { type BulkTarget, bulkInsertStored } from '../records/bulk-insert.ts'
import { withoutErased } from '../records/erased.ts'
import type { RecordKind } from '../records/kind.ts'
import { type StoredRecord, toStoredRecord, UnstorableError } from '../records/stored-record.ts'
import { USER } from '../user/kind.ts'
import { inBatches, MAX_KEPT_BYTES } from './batches.ts'
import { type LocatedRecord, refuse, type SourceReport } from './report.ts'
import { IMPORT, isOfRecord, refuseErased, storeAll } from './store.ts'
import type { Subject } from './source.ts'

/** Thrown if the database rejects a record of a list that is filled. Nothing was stored. */
export class FillingRejected extends Error {}

/** Number of records with the id of an earlier one after which the list is not filled further. */
const MAX_REPEATED = 1000

/** Maximum number of ids in memory, about 400 MB. Later records are not compared, and PostgreSQL rejects a repeated one. */
const MAX_IDS = 4_000_000

const FILLABLE: Partial<Record<Subject, RecordKind['table']>> = {
  user: USER.table,
  booking: BOOKING.table,
}

/** Whether the list of a kind is one that is filled in bulk, and has no records. */
export async function isEmptyList(db: Database, subject: Subject): Promise<boolean> {
  const table = FILLABLE[subject]
  if (!table) return false
  const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(db)
  return rows.length === 0
}

/**
 * Fills an empty list with at least `coming` records in one transaction, which builds the indexes at its end. This is faster than
 * batches, but readers of the list wait. If the source fails, the records before the failure are stored. Reads all batches, or
 * stops after `MAX_REPEATED` repeated ids. Throws `FillingRejected` if the database rejects a record.
 */
export function fillList(
  target: BulkTarget,
  batches: AsyncGenerator<readonly LocatedRecord[]>,
  coming: number,
  report: SourceReport,
): Promise<void> {
  return report.subject === 'user'
    ? fill(target, USER, batches, coming, report)
    : fill(target, BOOKING, batches, coming, report)
}

/** The list is empty, and locked against readers. */
const noneStored = () => Promise.resolve(new Map<string, never>())

async function fill<F extends IndexFields<F> & { id: string }>(
  target: BulkTarget,
  kind: RecordKind<F>,
  batches: AsyncGenerator<readonly LocatedRecord[]>,
  coming: number,
  report: SourceReport,
): Promise<void> {
  const ids = new Set<string>()
  const repeated: LocatedRecord[] = []
  let repeatedBytes = 0
  const areMany = () => repeated.length >= MAX_REPEATED || repeatedBytes > MAX_KEPT_BYTES

  const isFirst = ({ indexFields: { id } }: StoredRecord<F>, entry: LocatedRecord) => {
    if (!ids.has(id)) {
      if (ids.size < MAX_IDS) ids.add(id)
      return true
    }
    repeated.push(entry)
    repeatedBytes += entry.bytes
    return false
  }
  async function* pieces() {
    while (!areMany()) {
      // not a loop over the batches, whose end would close them
      const { done, value: batch } = await batches.next()
      if (done) return
      const ready = batch.flatMap((entry) => {
        const stored = readyToStore(kind, entry, report)
        return stored && isFirst(stored, entry) ? [stored] : []
      })
      const { records, erased } = await withoutErased(target.db, kind, ready, noneStored)
      refuseErased(batch, erased, report)
      yield records
    }
  }
  try {
    report.inserted += await bulkInsertStored(target, kind, { coming, pieces: pieces() }, IMPORT)
  } catch (error) {
    if (isOfRecord(error)) throw new FillingRejected('', { cause: error })
    throw error
  }
  if (repeated.length > 0) await storeAll(target.db, inBatches(repeated), report)
}

function readyToStore<F extends { id: string }>(
  kind: RecordKind<F>,
  { position, record }: LocatedRecord,
  report: SourceReport,
): StoredRecord<F> | null {
  try {
    return toStoredRecord(kind, record)
  } catch (error) {
    if (!(error instanceof UnstorableError)) throw error
    refuse(report, position, error.message)
    return null
  }
}
