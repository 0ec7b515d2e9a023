import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Upsert } from '../records/upsert.ts'
import type { Position } from './records.ts'
import type { ImportSource, Subject } from './source.ts'

/** The result of one source. */
export interface SourceReport extends Omit<Upsert, 'erased' | 'replacedEdits' | 'foreignMasks'> {
  name: string
  subject: Subject
  /** Whether the source was read to its end. */
  isComplete: boolean
  /** Number of records, including rejected ones. */
  read: number
  refused: number
  /** The first problems with their positions; `problemCount` counts all. */
  problems: string[]
  problemCount: number
  /** The first records that are larger than a change may make them. They are stored unchanged. */
  oversized: string[]
  oversizedCount: number
  /** The first records that replaced a change of an administrator. */
  replacedEdits: string[]
  replacedEditCount: number
}

export interface LocatedRecord {
  position: Position
  record: JsonObject
  /** The size of its JSON in the source. */
  bytes: number
}

/** Maximum number of problems that are listed. A file of another kind has one per line. */
const MAX_PROBLEMS = 50

export function reportOf({ name, subject }: Pick<ImportSource, 'name' | 'subject'>): SourceReport {
  return {
    name,
    subject,
    isComplete: true,
    read: 0,
    inserted: 0,
    changed: 0,
    same: 0,
    refused: 0,
    problems: [],
    problemCount: 0,
    oversized: [],
    oversizedCount: 0,
    replacedEdits: [],
    replacedEditCount: 0,
  }
}

export function addProblem(report: SourceReport, problem: string) {
  report.problemCount += 1
  if (report.problems.length < MAX_PROBLEMS) report.problems.push(problem)
}

export function addOversized(report: SourceReport, record: string) {
  report.oversizedCount += 1
  if (report.oversized.length < MAX_PROBLEMS) report.oversized.push(record)
}

export function addReplacedEdit(report: SourceReport, record: string) {
  report.replacedEditCount += 1
  if (report.replacedEdits.length < MAX_PROBLEMS) report.replacedEdits.push(record)
}

/** Reports a record that is not stored. */
export function refuse(report: SourceReport, position: Position, reason: string) {
  report.refused += 1
  addProblem(report, `${at(report, position)}: ${reason}`)
}

/** Returns a position such as 'bookings.json:17:1 (record 12)', to which editors and terminals link. */
export function at(
  { name }: Pick<SourceReport, 'name'>,
  { line, column, number }: Position,
): string {
  return `${name}:${line}:${column}${number === 0 ? '' : ` (record ${number})`}`
}
