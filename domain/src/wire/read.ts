import { addDays } from '../time/days.ts'
import { clean, shown } from '../text/text.ts'

/** A JSON object whose fields have not been checked. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an object as it is, and `{}` for any other value. */
export function readObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** Returns a text as screens show it, a number as its digits, and `''` for any other value. */
export function readText(value: unknown): string {
  return shown(readExact(value))
}

/** Reads an id or address. Keeps invisible characters, because they are part of its identity. */
export function readExact(value: unknown): string {
  if (typeof value === 'string') return clean(value)
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
}

/** Returns the first non-empty text among several field names, else `''`. */
export function readFirst(record: JsonObject, ...spellings: string[]): string {
  for (const spelling of spellings) {
    const text = readText(record[spelling])
    if (text !== '') return text
  }
  return ''
}

/** Reads a text that is a JSON array of texts. Returns `null` for any other text. */
export function readJsonTexts(json: string): string[] | null {
  try {
    const texts: unknown = JSON.parse(json)
    return Array.isArray(texts) && texts.every((text) => typeof text === 'string') ? texts : null
  } catch {
    return null
  }
}

/** Reads an id. Some hosts send the whole referenced record in its place. */
export function readId(value: unknown): string {
  return isObject(value) ? readExact(value['_id']) || readExact(value['id']) : readExact(value)
}

/** Reads a finite number or its text, with Indian or western grouping. Returns `null` for any other value. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const plain = value.replaceAll(/[\s,₹]/g, '')
  return /^[+-]?\d+(\.\d+)?$/.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) : null
}

/** Reads an amount in rupees as `readNumber` does, also when it is written as `Rs. 45,000`, `INR 45000` or `45,000/-`. */
export function readRupees(value: unknown): number | null {
  if (typeof value !== 'string') return readNumber(value)
  return readNumber(
    value
      .trim()
      .replace(/^(?:rs\.?|inr)/i, '')
      .replace(/\/[-=]$/, ''),
  )
}

const MIN_INSTANT = Date.parse('0001-01-02T00:00:00Z')
const MAX_INSTANT = Date.parse('9999-12-31T00:00:00Z')

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/** Reads an ISO date-time or epoch milliseconds. Returns `null` for any other value and outside `MIN_INSTANT` … `MAX_INSTANT`. */
export function readInstant(value: unknown): number | null {
  const at = typeof value === 'number' ? value : typeof value === 'string' ? parseIso(value) : NaN
  return at >= MIN_INSTANT && at <= MAX_INSTANT ? Math.trunc(at) : null
}

// a time without a zone is UTC, so that browser and server read the same instant
function parseIso(text: string): number {
  const [, date, time = '00:00', zone = 'Z'] = ISO.exec(text.trim()) ?? []
  if (date === undefined) return NaN
  // engines disagree on 30 February: some read it as a day in March. Every month has a 28th
  if (date.slice(8) > '28' && addDays(date, 0) !== date) return NaN
  // engines read an offset with minutes after a colon only
  const minutes = zone.length > 3 ? zone.slice(-2) : '00'
  const offset = zone.length === 1 ? 'Z' : `${zone.slice(0, 3)}:${minutes}`
  return Date.parse(`${date}T${time}${offset}`)
}

/** Reads a list of texts. Takes an object's `name`, `label` or `title`, and a single text as a list of one. */
export function readTexts(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items
    .map((item) => (isObject(item) ? readFirst(item, 'name', 'label', 'title') : readText(item)))
    .filter((text) => text !== '')
}

/** Returns the records of a list, bare or under `data` (§3), and `[]` for any other value. */
export function readList(json: unknown): unknown[] {
  if (Array.isArray(json)) return json
  const data = readObject(json)['data']
  return Array.isArray(data) ? data : []
}

/** Returns the record of an answer, bare or under `data` (§3). A bare record may have a field `data` of its own. */
export function readOne(json: unknown): unknown {
  const data = readObject(json)['data']
  return isObject(data) && !hasId(json) ? data : json
}

function hasId(json: unknown): boolean {
  return isObject(json) && readId(json) !== ''
}

/** Returns an object with these fields of a record. Omits fields that the record does not have. */
export function pick(record: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(
    fields.filter((field) => Object.hasOwn(record, field)).map((field) => [field, record[field]]),
  )
}
