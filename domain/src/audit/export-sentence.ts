import { counted, countText } from '../text/counted.ts'
import { isolated } from '../text/text.ts'
import { EVENT_DATE_RANGES } from '../booking/filter.ts'
import type { AuditEntry } from './entry.ts'
import { AUDIT_KINDS, AUDIT_SUBJECTS } from './kind.ts'
import { labelIn } from './label.ts'
import { daysFrom, isLocalDate, isTimeZone, type LocalDate, localDate } from '../time/days.ts'
import { localDateText } from '../time/month-names.ts'
import {
  type JsonObject,
  readInstant,
  readNumber,
  readObject,
  readText,
  readJsonTexts,
} from '../wire/read.ts'
import { EXPORT_FORMATS } from '../export/format.ts'

/** The filters whose values are days. */
const DAYS: readonly string[] = ['bookedDate', 'firstDay', 'lastDay']

/** The query parameters that filter a list, with their labels. The others say which list it is. */
const FILTERS: Readonly<Record<string, string>> = {
  search: 'search',
  numberPrefix: 'Booking ID',
  eventDate: 'event date',
  bookedDate: 'booked on',
  service: 'service',
  partnerName: 'planner',
  partnerId: 'partner',
  partnerIds: 'partners',
  firstDay: 'first day',
  lastDay: 'last day',
  userId: 'customer',
  group: 'group',
  has: 'with bookings of the group',
  subject: 'subject',
  subjectId: 'record',
  person: 'person',
  kind: 'kind',
  day: 'day',
  from: 'from',
  to: 'before',
}

/** The labels that the screens show for the values of a filter. The names of groups are words already. */
const VALUE_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  eventDate: EVENT_DATE_RANGES,
  kind: AUDIT_KINDS,
  subject: AUDIT_SUBJECTS,
}

/** Returns what was exported: 'exported 12 rows of Booking Details, Booked (service Catering) as CSV'. */
export function exportText({ subjectName, subjectId, after }: AuditEntry): string {
  const query = withDay(readObject(after['query']), readText(after['timeZone']))
  const filters = Object.entries(FILTERS)
    .map(([name, label]) => ({ name, label, value: readText(query[name]) }))
    .filter(({ value }) => value !== '')
    .map(({ name, label, value }) => `${label} ${valueText(name, value)}`)
  const filterText = filters.length === 0 ? '' : ` (${filters.join(', ')})`
  const of = `${subjectName || subjectId}${filterText} as ${formatText(after['format'])}`
  const count = readNumber(after['rows'])
  const rows = rowsText(count)
  const sent = readNumber(after['sent'])
  // `sent` is set only in the second entry of an export, which is written if the download was cut short
  if (sent === null) return `exported ${rows} of ${of}`
  // the server reads rows before it sends them, so the last ones may be missing although all were read
  return count !== null && sent >= count
    ? `did not receive all of an export of ${rows} of ${of}`
    : `received only part of an export: ${countText(sent)} of ${rows} of ${of}`
}

/** Returns a query with a day in place of its instants, if they are the start and the end of one. */
function withDay({ from, to, ...others }: JsonObject, timeZone: string): JsonObject {
  const day = dayBetween(readInstant(from), readInstant(to), timeZone)
  return day === null ? { ...others, from, to } : { ...others, day: localDateText(day) }
}

function dayBetween(from: number | null, to: number | null, timeZone: string): LocalDate | null {
  // older entries have no zone
  if (from === null || to === null || !isTimeZone(timeZone)) return null
  const date = localDate(from, timeZone)
  if (!isLocalDate(date)) return null
  const { start, end } = daysFrom(date, 1, timeZone)
  return from === start && to === end ? date : null
}

function valueText(name: string, value: string): string {
  if (name === 'partnerIds') return (readJsonTexts(value) ?? [value]).map(isolated).join(', ')
  if (DAYS.includes(name) && isLocalDate(value)) return localDateText(value)
  return labelIn(VALUE_LABELS[name] ?? {}, value) ?? isolated(value)
}

function rowsText(rows: number | null): string {
  if (rows === null) return 'rows'
  return counted(rows, ['row', 'rows'])
}

function formatText(format: unknown): string {
  const name = readText(format)
  return Object.hasOwn(EXPORT_FORMATS, name)
    ? EXPORT_FORMATS[name as keyof typeof EXPORT_FORMATS].label
    : name || 'a file'
}
