import { isDeepStrictEqual } from 'node:util'
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
  addProblem,
  addReplacedEdit,
  at,
  type LocatedRecord,
  refuse,
  type SourceReport,
} from './report.ts'
import type { Subject } from './source.ts'

/** The name of the import in the audit log. */
export const IMPORT = 'import'

interface RecordStore {
  upsert: (db: Database, records: readonly JsonObject[], by: string) => Promise<Upsert>
  /** Throws `UnstorableError`. */
  check: (record: JsonObject) => unknown
}

const RECORD_STORES: Record<Subject, RecordStore> = {
  user: { upsert: upsertUsers, check: (record) => toStoredRecord(USER, record) },
  partner: {
    // a document that was copied before keeps our address
    upsert: async (db, records, by) => upsertPartners(db, await withCopies(db, records), by),
    check: (record) => toStoredRecord(PARTNER, record),
  },
  tempPartner: {
    upsert: upsertTempPartners,
    check: (record) => toStoredRecord(TEMP_PARTNER, record),
  },
  booking: { upsert: upsertBookings, check: (record) => toStoredRecord(BOOKING, record) },
}

/**
 * Stores batches one after the other, each in a transaction, and adds the results to the report. Stores what was read before
 * a failure.
 */
export async function storeAll(
  db: Database,
  batches: AsyncIterable<readonly LocatedRecord[]> | Iterable<readonly LocatedRecord[]>,
  report: SourceReport,
): Promise<void> {
  let storing: Promise<void> | null = null
  try {
    for await (const batch of batches) {
      await storing
      // the next batch is read while PostgreSQL stores this one
      storing = storeBatch(db, batch, report)
      storing.catch(() => {})
    }
  } finally {
    await storing
  }
}

async function storeBatch(db: Database, batch: readonly LocatedRecord[], report: SourceReport) {
  try {
    await upsertAll(db, batch, report)
  } catch (error) {
    if (!isOfRecord(error)) throw error
    const good = batch.filter((entry) => passes(entry, report))
    // stores one at a time to find the records that the database rejects
    if (good.length === batch.length) await storeEach(db, good, report)
    else await storeBatch(db, good, report)
  }
}

async function upsertAll(db: Database, batch: readonly LocatedRecord[], report: SourceReport) {
  const records = batch.map(({ record }) => record)
  const stored = await RECORD_STORES[report.subject].upsert(db, records, IMPORT)
  report.inserted += stored.inserted
  const replaced = replacedIn(records)
  report.changed += stored.changed + replaced
  report.same += stored.same - replaced
  for (const id of stored.replacedEdits)
    addReplacedEdit(report, `${positionOf(report, batch, id)}: ${id}`)
  for (const mask of stored.foreignMasks) noteForeignMask(report, batch, mask)
  refuseErased(batch, stored.erased, report)
}

/** Returns how many records replaced a different one with the same id. Each is a change of that one. */
function replacedIn(records: readonly JsonObject[]): number {
  const byId = new Map<string, JsonObject>()
  let replaced = 0
  for (const record of records) {
    const id = readId(record)
    const earlier = byId.get(id)
    if (earlier && !isDeepStrictEqual(earlier, record)) replaced += 1
    byId.set(id, record)
  }
  return replaced
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

function positionOf(report: SourceReport, batch: readonly LocatedRecord[], id: string): string {
  // of two records with the same id, the later one was stored
  const entry = batch.findLast(({ record }) => readId(record) === id)
  return entry ? at(report, entry.position) : report.name
}

function noteForeignMask(
  report: SourceReport,
  batch: readonly LocatedRecord[],
  { id, path, isKept }: ForeignMask,
) {
  const where = positionOf(report, batch, id)
  const result = isKept
    ? 'The stored number was kept. To replace it, import the number without a mask.'
    : 'The stored number was deleted, because another entry of the list is in its place.'
  addProblem(report, `${where}: ${path} is not the mask of the stored number. ${result}`)
}

function passes({ position, record }: LocatedRecord, report: SourceReport): boolean {
  try {
    RECORD_STORES[report.subject].check(record)
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
