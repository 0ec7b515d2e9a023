import { isObject, type JsonObject } from '@mandap/domain/wire/read.ts'

/**
 * Returns a record as the calls of §7 return it, from MongoDB's Extended JSON as mongoexport writes it: ids,
 * ISO dates and numbers become plain values, in the canonical, relaxed and older formats.
 */
export function plainRecord(record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, plain(value)]))
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (!isObject(value)) return value
  const [first] = Object.keys(value)
  if (!first?.startsWith('$')) return plainRecord(value)
  const read = Object.hasOwn(TYPES, first) ? TYPES[first]?.(value) : undefined
  return read === undefined ? plainRecord(value) : read
}

/** Converts a wrapper by its first key; returns `undefined` for one that is malformed. */
const TYPES: Readonly<Record<string, (wrapper: JsonObject) => unknown>> = {
  $oid: ({ $oid }) => text($oid),
  $uuid: ({ $uuid }) => text($uuid),
  $symbol: ({ $symbol }) => text($symbol),
  $date: ({ $date }) => date($date),
  $numberInt: ({ $numberInt }) => number($numberInt),
  $numberLong: ({ $numberLong }) => long($numberLong),
  $numberDouble: ({ $numberDouble }) => number($numberDouble),
  $numberDecimal: ({ $numberDecimal }) => number($numberDecimal),
  $binary: ({ $binary, $type }) => binary($binary, $type),
  $timestamp: ({ $timestamp }) =>
    isObject($timestamp) && typeof $timestamp['t'] === 'number'
      ? iso($timestamp['t'] * 1000)
      : undefined,
  $undefined: () => null,
  $ref: ({ $id }) => plain($id),
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function date(value: unknown): string | undefined {
  const at = isObject(value) ? long(value['$numberLong']) : value
  if (typeof at === 'number') return iso(at)
  // a date with more than four digits in the year stays unchanged
  return typeof at === 'string' ? (iso(Date.parse(at)) ?? at) : undefined
}

function iso(at: number): string | undefined {
  return Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : undefined
}

// JSON has only finite numbers
function number(value: unknown): number | null | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const read = value === '' ? Number.NaN : Number(value)
  return Number.isFinite(read) ? read : null
}

// a number that JavaScript would round, such as a long id, stays text
function long(value: unknown): number | string | null | undefined {
  const read = number(value)
  return typeof read === 'number' && !Number.isSafeInteger(read) ? String(value) : read
}

/** Returns a UUID in its usual form, and other bytes as base64, from both formats of Extended JSON. */
function binary(value: unknown, type: unknown): string | undefined {
  const base64 = isObject(value) ? value['base64'] : value
  if (typeof base64 !== 'string') return undefined
  const subtype = isObject(value) ? value['subType'] : type
  const hex = Buffer.from(base64, 'base64').toString('hex')
  if (subtype !== '04' || hex.length !== 32) return base64
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
