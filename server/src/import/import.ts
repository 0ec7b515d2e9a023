import { isObject, type JsonObject, readId } from '@mandap/domain/wire/read.ts'
import { MAX_TEXT_LENGTH, oversized } from '@mandap/domain/wire/size.ts'
import type { BulkTarget } from '../records/bulk-insert.ts'
import { countFirst, inBatches } from './batches.ts'
import { plainRecord } from './extended-json.ts'
import { FillingRejected, fillList, isEmptyList } from './fill.ts'
import { readRecords } from './records.ts'
import {
  addOversized,
  addProblem,
  at,
  type LocatedRecord,
  refuse,
  reportOf,
  type SourceReport,
} from './report.ts'
import { type OpenSource, type ImportSource, SourceError } from './source.ts'
import { storeAll } from './store.ts'

export interface ImportOptions {
  /** Called with the share of the source that has been read. */
  progress?: (report: SourceReport, share: number | null) => void
  /** Called with the report at the beginning, and with a new one if the source is read again. */
  onStart?: (report: SourceReport) => void
  /** Called with every record before it is stored. */
  onRecord?: (record: JsonObject) => void
  /** The number of records from which an empty list is filled in bulk. */
  filledFrom?: number
}

const FILLED_FROM = 20_000

/**
 * Reads a source to its end and stores its records by id. Importing the same source again changes nothing
 * that nobody changed since.
 * Records that cannot be read or stored are reported with their position, and the others are stored. Throws
 * if the source cannot be opened (`SourceError`) or the database fails.
 */
export async function importSource(
  target: BulkTarget,
  source: ImportSource,
  options: ImportOptions = {},
): Promise<SourceReport> {
  if (await isEmptyList(target.db, source.subject)) {
    try {
      return await importOpened(target, source, options, options.filledFrom ?? FILLED_FROM)
    } catch (error) {
      // nothing was stored, and the database did not say which record it rejects
      if (!(error instanceof FillingRejected)) throw error
    }
  }
  return importOpened(target, source, options, Infinity)
}

async function importOpened(
  target: BulkTarget,
  source: ImportSource,
  { progress = () => {}, onStart = () => {}, onRecord = () => {} }: ImportOptions,
  filledFrom: number,
): Promise<SourceReport> {
  const report = reportOf(source)
  onStart(report)
  const opened = await source.open((reason) => {
    report.isComplete = false
    addProblem(report, reason)
  })
  const batches = async function* () {
    for await (const batch of inBatches(readableRecords(source, opened, report))) {
      for (const { record } of batch) onRecord(record)
      progress(report, opened.progress())
      yield batch
    }
  }
  const { isMany, all } = await countFirst(batches(), filledFrom)
  if (isMany) await fillList(target, all, filledFrom, report)
  await storeAll(target.db, all, report)
  progress(report, opened.progress())
  return report
}

/** Returns the records that can be read, and reports the others. */
async function* readableRecords(
  source: ImportSource,
  { chunks }: OpenSource,
  report: SourceReport,
): AsyncGenerator<LocatedRecord> {
  for await (const found of readRecords(chunks)) {
    if (found.kind === 'foreign') throw new SourceError(`${source.name}: ${found.reason}`)
    if (found.kind === 'cut') {
      report.isComplete = false
      addProblem(report, `${at(source, found.position)}: ${found.reason}`)
      continue
    }
    report.read += 1
    if (found.kind === 'unreadable') {
      refuse(report, found.position, found.reason)
      continue
    }
    const record = unwrapped(plainRecord(found.record))
    // a shorter record has no text that is too long
    if (found.bytes > MAX_TEXT_LENGTH) noteOversized(report, at(source, found.position), record)
    yield { position: found.position, record, bytes: found.bytes }
  }
}

/** Returns the record itself, if it is the only value under `data` (§3). */
function unwrapped(record: JsonObject): JsonObject {
  const { data } = record
  return isObject(data) && readId(record) === '' ? data : record
}

function noteOversized(report: SourceReport, position: string, record: JsonObject) {
  const sentences = oversized(record)
  if (sentences.length > 0) addOversized(report, `${position}: ${sentences.slice(0, 3).join(' ')}`)
}
