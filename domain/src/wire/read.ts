import { addDays } from '../time/days.ts'
import { clean, shown } from '../text/text.ts'

/** A JSON object as it came. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object itself, or an empty one for anything else. */
export function readObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** Text as it is shown; a number as its digits; `''` for anything else. */
export function readText(value: unknown): string {
  return shown(readExact(value))
}

/** Text as a host means it, cleaned alone: an id, an address. */
export function readExact(value: unknown): string {
  if (typeof value === 'string') return clean(value)
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
}

/** The first of several spellings that holds text. */
export function readFirst(record: JsonObject, ...spellings: string[]): string {
  for (const spelling of spellings) {
    const text = readText(record[spelling])
    if (text !== '') return text
  }
  return ''
}

/** An id, or that of the record a reference was filled in with. */
export function readId(value: unknown): string {
  return isObject(value) ? readExact(value['_id']) || readExact(value['id']) : readExact(value)
}

/** A finite number, also one written with Indian or western grouping; `null` otherwise. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const plain = value.replaceAll(/[\s,₹]/g, '')
  return /^[+-]?\d+(\.\d+)?$/.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) : null
}

const EARLIEST = Date.parse('0001-01-02T00:00:00Z')
const MAX_INSTANT = Date.parse('9999-12-31T00:00:00Z')

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/i

/** ISO date-time or epoch milliseconds, to the millisecond; `null` otherwise or beyond year 9999. */
export function readInstant(value: unknown): number | null {
  const at = typeof value === 'number' ? value : typeof value === 'string' ? parseIso(value) : NaN
  return at >= EARLIEST && at <= MAX_INSTANT ? Math.trunc(at) : null
}

// a time without a zone is UTC, so that every reader of a record reads the same instant
function parseIso(text: string): number {
  const [, date, time = '00:00', zone = 'Z'] = ISO.exec(text.trim()) ?? []
  if (date === undefined) return NaN
  // some engines roll 30 February over into March, others refuse it; the 28th is always there
  if (date.slice(8) > '28' && addDays(date, 0) !== date) return NaN
  return Date.parse(`${date}T${time}${zone.toUpperCase().replace(/(\d\d)(\d\d)$/, '$1:$2')}`)
}

/** The texts of a list; objects give their name or label; a lone text is a list of one. */
export function readTexts(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items
    .map((item) => (isObject(item) ? readFirst(item, 'name', 'label', 'title') : readText(item)))
    .filter((text) => text !== '')
}

/** The records of a list, bare or under `data` (§3); anything else is an empty list. */
export function readList(json: unknown): unknown[] {
  if (Array.isArray(json)) return json
  const data = readObject(json)['data']
  return Array.isArray(data) ? data : []
}

/** The record of a single response, bare or under `data` (§3). */
export function readOne(json: unknown): unknown {
  const data = readObject(json)['data']
  return isObject(data) ? data : json
}
