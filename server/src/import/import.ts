import { isObject, type JsonObject, readId } from '@mandap/domain/wire/read.ts'
import { MAX_TEXT_LENGTH, oversized } from '@mandap/domain/wire/size.ts'
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
import { plainRecord } from './extended-json.ts'
import { type Position, readRecords } from './records.ts'
import { type OpenSource, type Source, SourceError, type Subject } from './source.ts'

/** The result of one source. */
export interface SourceReport extends Omit<Upsert, 'erased' | 'foreignMasks'> {
  name: string
  subject: Subject
  /** Number of records, including rejected ones. */
  read: number
  refused: number
  /** The first problems with their positions; `problemCount` counts all. */
  problems: string[]
  problemCount: number
  /** The first records that are larger than a change may make them. They are stored unchanged. */
  oversized: string[]
  oversizedCount: number
}

export interface ImportOptions {
  /** Called with the share of the source that has been read. */
  progress?: (report: SourceReport, share: number | null) => void
  /** Called with every record before it is stored. */
  heed?: (record: JsonObject) => void
}

/** The name of the import in the audit log. */
export const IMPORT = 'import'

/** Maximum number of records, and of bytes of JSON, that are stored at once. */
const BATCH = 1000
const BATCH_BYTES = 8 * 1024 * 1024

/** Maximum number of problems that are listed. A file of another kind has one per line. */
const MAX_PROBLEMS = 50

/**
 * Reads a source to its end and stores its records by id. Importing the same source again changes nothing.
 * Records that cannot be read or stored are reported with their position, and the others are stored. Throws
 * if the source cannot be opened (`SourceError`) or the database fails.
 */
export async function importSource(
  db: Database,
  source: Source,
  { progress = () => {}, heed = () => {} }: ImportOptions = {},
): Promise<SourceReport> {
  const report = reportOf(source)
  const opened = await source.open()
  let storing: Promise<void> | null = null
  try {
    for await (const batch of batches(source, opened, report)) {
      for (const { record } of batch) heed(record)
      await storing
      progress(report, opened.progress())
      // the next batch is read while PostgreSQL stores this one
      storing = store(db, source, batch, report)
      storing.catch(() => {})
    }
  } finally {
    // what was read before a failure is stored
    await storing
  }
  progress(report, opened.progress())
  return report
}

export function reportOf({ name, subject }: Pick<Source, 'name' | 'subject'>): SourceReport {
  return {
    name,
    subject,
    read: 0,
    inserted: 0,
    changed: 0,
    same: 0,
    refused: 0,
    problems: [],
    problemCount: 0,
    oversized: [],
    oversizedCount: 0,
  }
}

export function addProblem(report: SourceReport, problem: string) {
  report.problemCount += 1
  if (report.problems.length < MAX_PROBLEMS) report.problems.push(problem)
}

function noteOversized(report: SourceReport, position: string, record: JsonObject) {
  const sentences = oversized(record)
  if (sentences.length === 0) return
  report.oversizedCount += 1
  if (report.oversized.length < MAX_PROBLEMS)
    report.oversized.push(`${position}: ${sentences.slice(0, 3).join(' ')}`)
}

function noteForeignMask(
  report: SourceReport,
  source: Source,
  batch: readonly LocatedRecord[],
  { id, path, isKept }: ForeignMask,
) {
  // of two records with the same id, the later one was stored
  const entry = batch.findLast(({ record }) => readId(record) === id)
  const where = entry ? at(source, entry.position) : `${source.name}: ${id}`
  const result = isKept
    ? 'The stored number was kept. To replace it, import the whole number.'
    : 'The stored number was deleted, because another entry of the list is in its place.'
  addProblem(report, `${where}: ${path} is not the mask of the stored number. ${result}`)
}

interface LocatedRecord {
  position: Position
  record: JsonObject
}

async function* batches(
  source: Source,
  { chunks }: OpenSource,
  report: SourceReport,
): AsyncGenerator<LocatedRecord[]> {
  let batch: LocatedRecord[] = []
  let bytes = 0
  for await (const found of readRecords(chunks)) {
    if (found.kind === 'foreign') throw new SourceError(`${source.name}: ${found.reason}`)
    if (found.kind === 'cut') {
      addProblem(report, `${at(source, found.position)}: ${found.reason}`)
      continue
    }
    report.read += 1
    if (found.kind === 'unreadable') {
      refuse(report, source, found.position, found.reason)
      continue
    }
    const record = unwrapped(plainRecord(found.record))
    // a shorter record has no text that is too long
    if (found.bytes > MAX_TEXT_LENGTH) noteOversized(report, at(source, found.position), record)
    batch.push({ position: found.position, record })
    bytes += found.bytes
    if (batch.length === BATCH || bytes > BATCH_BYTES) {
      yield batch
      batch = []
      bytes = 0
    }
  }
  // also for an empty batch, so that a source without records is reported
  yield batch
}

/** Returns the record itself, if it is the only value under `data` (§3). */
function unwrapped(record: JsonObject): JsonObject {
  const { data } = record
  return isObject(data) && readId(record) === '' ? data : record
}

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

async function store(db: Database, source: Source, batch: LocatedRecord[], report: SourceReport) {
  try {
    await upsertAll(db, source, batch, report)
  } catch (error) {
    if (!isOfRecord(error)) throw error
    const good = batch.filter((entry) => passes(source, entry, report))
    // stores one at a time to find the records that the database rejects
    if (good.length === batch.length) await storeEach(db, source, good, report)
    else await store(db, source, good, report)
  }
}

async function upsertAll(
  db: Database,
  source: Source,
  batch: LocatedRecord[],
  report: SourceReport,
) {
  const records = batch.map(({ record }) => record)
  const put = await STORES[source.subject].put(db, records, IMPORT)
  report.inserted += put.inserted
  report.changed += put.changed
  report.same += put.same
  for (const mask of put.foreignMasks) noteForeignMask(report, source, batch, mask)
  if (put.erased.length === 0) return
  const erased = new Set(put.erased)
  for (const { position, record } of batch)
    if (erased.has(readId(record['_id']) || readId(record['id'])))
      refuse(report, source, position, 'This person was erased, so the record is not stored.')
}

function passes(
  source: Source,
  { position, record }: LocatedRecord,
  report: SourceReport,
): boolean {
  try {
    STORES[source.subject].check(record)
    return true
  } catch (error) {
    if (!(error instanceof UnstorableError)) throw error
    refuse(report, source, position, error.message)
    return false
  }
}

async function storeEach(
  db: Database,
  source: Source,
  batch: LocatedRecord[],
  report: SourceReport,
) {
  for (const entry of batch) {
    try {
      await upsertAll(db, source, [entry], report)
    } catch (error) {
      if (!isOfRecord(error)) throw error
      refuse(report, source, entry.position, `The database rejects it: ${String(error)}.`)
    }
  }
}

// PostgreSQL's error classes for data, integrity and limits
function isOfRecord(error: unknown): boolean {
  if (error instanceof UnstorableError) return true
  const { code }: { code?: unknown } = Object(error)
  return typeof code === 'string' && /^(22|23|54)[0-9A-Z]{3}$/.test(code)
}

function refuse(report: SourceReport, source: Source, position: Position, reason: string) {
  report.refused += 1
  addProblem(report, `${at(source, position)}: ${reason}`)
}

/** Returns a position such as 'bookings.json:17:1 (record 12)', to which editors and terminals link. */
function at({ name }: Source, { line, column, number }: Position): string {
  return `${name}:${line}:${column}${number === 0 ? '' : ` (record ${number})`}`
}
