import { type JsonObject, readId } from '@mandap/domain/wire/read.ts'
import { BOOKING } from '../booking/kind.ts'
import { upsertBookings } from '../booking/store.ts'
import type { Database } from '../database/connection.ts'
import { withCopies } from '../document/copied.ts'
import { PARTNER, TEMP_PARTNER } from '../partner/kind.ts'
import { upsertPartners, upsertTempPartners } from '../partner/store.ts'
import type { Upsert } from '../records/upsert.ts'
import type { ForeignMask } from '../records/stored-numbers.ts'
import { toStoredRecord, UnstorableError } from '../records/stored-record.ts'
import { USER } from '../user/kind.ts'
import { upsertUsers } from '../user/store.ts'
import {
  addPart,
  addProblem,
  at,
  type LocatedRecord,
  refuse,
  reportOf,
  type SourceReport,
} from './report.ts'
import type { Subject } from './source.ts'

/** The name of the import in the audit log. */
export const IMPORT = 'import'

/** The number of batches that are stored at the same time. */
const AT_ONCE = 2

interface Store {
  put: (db: Database, records: readonly JsonObject[], by: string) => Promise<Upsert>
  /** Throws `UnstorableError`. */
  check: (record: JsonObject) => unknown
}

const STORES: Record<Subject, Store> = {
  user: { put: upsertUsers, check: (record) => toStoredRecord(USER, record) },
  partner: {
    // a document that was copied before keeps our address
    put: async (db, records, by) => upsertPartners(db, await withCopies(db, records), by),
    check: (record) => toStoredRecord(PARTNER, record),
  },
  tempPartner: { put: upsertTempPartners, check: (record) => toStoredRecord(TEMP_PARTNER, record) },
  booking: { put: upsertBookings, check: (record) => toStoredRecord(BOOKING, record) },
}

/** A batch that is being stored, and what became of it. */
interface Storing {
  ids: ReadonlySet<string>
  part: Promise<SourceReport>
}

/**
 * Stores batches, each in a transaction, and adds the results to the report in the order of the batches. Two batches are
 * stored at the same time, unless they have a record in common. Stores what was read before a failure.
 */
export async function storeAll(
  db: Database,
  batches: AsyncIterable<readonly LocatedRecord[]> | Iterable<readonly LocatedRecord[]>,
  report: SourceReport,
): Promise<void> {
  const storing: Storing[] = []
  const finishFirst = async () => {
    const part = await storing.shift()?.part
    if (part) addPart(report, part)
  }
  try {
    for await (const batch of batches) {
      const ids = new Set(batch.map(({ record }) => readId(record)))
      // the later one of two records with the same id is stored last
      const isRepeated = (other: Storing) => [...ids].some((id) => other.ids.has(id))
      while (storing.length === AT_ONCE || storing.some(isRepeated)) await finishFirst()
      const part = storeBatch(db, batch, report)
      part.catch(() => {})
      storing.push({ ids, part })
    }
  } finally {
    await Promise.allSettled(storing.map(({ part }) => part))
    while (storing.length > 0) await finishFirst()
  }
}

async function storeBatch(
  db: Database,
  batch: readonly LocatedRecord[],
  of: SourceReport,
): Promise<SourceReport> {
  const report = reportOf(of)
  await store(db, batch, report)
  return report
}

async function store(db: Database, batch: readonly LocatedRecord[], report: SourceReport) {
  try {
    await upsertAll(db, batch, report)
  } catch (error) {
    if (!isOfRecord(error)) throw error
    const good = batch.filter((entry) => passes(entry, report))
    // stores one at a time to find the records that the database rejects
    if (good.length === batch.length) await storeEach(db, good, report)
    else await store(db, good, report)
  }
}

async function upsertAll(db: Database, batch: readonly LocatedRecord[], report: SourceReport) {
  const records = batch.map(({ record }) => record)
  const put = await STORES[report.subject].put(db, records, IMPORT)
  report.inserted += put.inserted
  report.changed += put.changed
  report.same += put.same
  for (const mask of put.foreignMasks) noteForeignMask(report, batch, mask)
  refuseErased(batch, put.erased, report)
}

/** Reports the records of erased people. */
export function refuseErased(
  batch: readonly LocatedRecord[],
  ids: readonly string[],
  report: SourceReport,
) {
  if (ids.length === 0) return
  const erased = new Set(ids)
  for (const { position, record } of batch)
    if (erased.has(readId(record)))
      refuse(report, position, 'This person was erased, so the record is not stored.')
}

function noteForeignMask(
  report: SourceReport,
  batch: readonly LocatedRecord[],
  { id, path, isKept }: ForeignMask,
) {
  // of two records with the same id, the later one was stored
  const entry = batch.findLast(({ record }) => readId(record) === id)
  const where = entry ? at(report, entry.position) : `${report.name}: ${id}`
  const result = isKept
    ? 'The stored number was kept. To replace it, import the whole number.'
    : 'The stored number was deleted, because another entry of the list is in its place.'
  addProblem(report, `${where}: ${path} is not the mask of the stored number. ${result}`)
}

function passes({ position, record }: LocatedRecord, report: SourceReport): boolean {
  try {
    STORES[report.subject].check(record)
    return true
  } catch (error) {
    if (!(error instanceof UnstorableError)) throw error
    refuse(report, position, error.message)
    return false
  }
}

async function storeEach(db: Database, batch: readonly LocatedRecord[], report: SourceReport) {
  for (const entry of batch) {
    try {
      await upsertAll(db, [entry], report)
    } catch (error) {
      if (!isOfRecord(error)) throw error
      refuse(report, entry.position, `The database rejects it: ${String(error)}.`)
    }
  }
}

/** Whether a record is the reason of an error: PostgreSQL's error classes for data, integrity and limits. */
export function isOfRecord(error: unknown): boolean {
  if (error instanceof UnstorableError) return true
  const { code }: { code?: unknown } = Object(error)
  return typeof code === 'string' && /^(22|23|54)[0-9A-Z]{3}$/.test(code)
}
