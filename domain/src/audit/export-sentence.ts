import { counted, countText } from '../text/counted.ts'
import { isolated } from '../text/text.ts'
import { EVENT_DATE_RANGES } from '../booking/filter.ts'
import type { AuditEntry } from './entry.ts'
import { AUDIT_KINDS } from './kind.ts'
import { readNumber, readObject, readText } from '../wire/read.ts'
import { EXPORT_FORMATS } from '../export/format.ts'

/** The query parameters that filter a list, with their labels. The others say which list it is. */
const FILTERS: Readonly<Record<string, string>> = {
  search: 'search',
  numberPrefix: 'Booking ID',
  eventDate: 'event date',
  bookedDate: 'booked on',
  service: 'service',
  partnerName: 'planner',
  partnerId: 'partner',
  userId: 'customer',
  group: 'group',
  has: 'with bookings of the group',
  subject: 'subject',
  subjectId: 'record',
  person: 'person',
  kind: 'kind',
  from: 'from',
  to: 'before',
}

/** The labels that the screens show for the values of a filter. The names of groups are words already. */
const VALUE_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  eventDate: EVENT_DATE_RANGES,
  kind: AUDIT_KINDS,
}

/** Returns what was exported: 'exported 12 rows of Booking Details, Booked (service Catering) as CSV'. */
export function exportText({ subjectName, subjectId, after }: AuditEntry): string {
  const filters = Object.entries(readObject(after['query']))
    .filter(([name, value]) => Object.hasOwn(FILTERS, name) && readText(value) !== '')
    .map(([name, value]) => `${FILTERS[name]} ${valueText(name, readText(value))}`)
  const filterText = filters.length === 0 ? '' : ` (${filters.join(', ')})`
  const of = `${subjectName || subjectId}${filterText} as ${formatText(after['format'])}`
  const rows = rowsText(readNumber(after['rows']))
  const sent = readNumber(after['sent'])
  // `sent` is set only in the second entry of an export, which is written if the download was cut short
  return sent === null
    ? `exported ${rows} of ${of}`
    : `received only part of an export: ${countText(sent)} of ${rows} of ${of}`
}

function valueText(name: string, value: string): string {
  const labels = Object.hasOwn(VALUE_LABELS, name) ? VALUE_LABELS[name] : undefined
  return (labels && Object.hasOwn(labels, value) && labels[value]) || isolated(value)
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
