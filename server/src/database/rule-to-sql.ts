import type { Condition } from '@mandap/domain/rule/condition.ts'
import { type RawBuilder, sql } from 'kysely'
import { type ColumnType, type Columns, columnName } from './columns.ts'
import { isStorableText } from './storable-text.ts'

type Sql = RawBuilder<boolean>

const YES: Sql = sql`true`
const NO: Sql = sql`false`

/**
 * Returns a condition as SQL over the columns of the index fields. It is true for exactly the records that
 * domain's `matches()` selects. Otherwise it is false or null, which only `not` has to distinguish.
 */
export function toSql<R>(condition: Condition<R>, columns: Columns<R>): Sql {
  switch (condition.kind) {
    case 'all':
      return isContradiction(condition) ? NO : join(condition.of, columns, ' and ', YES)
    case 'any':
      return join(condition.of, columns, ' or ', NO)
    case 'not':
      return sql`(${toSql(condition.of, columns)}) is not true`
    case 'blank':
      return isBlank(column(condition.field), columns[condition.field])
    case 'isOneOf':
      return isOneOf(column(condition.field), condition.values)
    case 'equals':
      return equals(column(condition.field), columns[condition.field], condition.value)
    case 'startsWith':
      return startsWith(column(condition.field), condition.prefix)
    case 'contains':
      return contains(column(condition.field), columns[condition.field], condition.part)
    case 'from':
      return from(column(condition.field), columns[condition.field], condition.bound)
    case 'before':
      return before(column(condition.field), columns[condition.field], condition.bound)
  }
}

/** Returns whether a field would have to be from one bound on and before an earlier one. PostgreSQL would search for it. */
function isContradiction<R>(condition: Condition<R>): boolean {
  const first = new Map<string, number>()
  const end = new Map<string, number>()
  for (const one of partsOf(condition)) {
    if (one.kind === 'from')
      first.set(one.field, Math.max(first.get(one.field) ?? -Infinity, one.bound))
    if (one.kind === 'before')
      end.set(one.field, Math.min(end.get(one.field) ?? Infinity, one.bound))
  }
  return [...first].some(([field, bound]) => bound >= (end.get(field) ?? Infinity))
}

function partsOf<R>(condition: Condition<R>): readonly Condition<R>[] {
  return condition.kind === 'all' ? condition.of.flatMap(partsOf) : [condition]
}

function column(value: string): RawBuilder<unknown> {
  return sql.ref(columnName(value))
}

function join<R>(
  parts: readonly Condition<R>[],
  columns: Columns<R>,
  separator: string,
  empty: Sql,
): Sql {
  if (parts.length === 0) return empty
  return sql`(${sql.join(
    parts.map((part) => toSql(part, columns)),
    sql.raw(separator),
  )})`
}

function isBlank(name: RawBuilder<unknown>, type: ColumnType): Sql {
  switch (type) {
    case 'text':
    case 'joinedText':
      return sql`${name} = ''`
    case 'texts':
    case 'smallIntegers':
      return sql`${name} = '{}'`
    case 'boolean':
      return NO
    default:
      return sql`${name} is null`
  }
}

function isOneOf(name: RawBuilder<unknown>, values: readonly string[]): Sql {
  const stored = values.filter(isStorableText)
  return stored.length === 0 ? NO : sql`${name} in (${sql.join(stored)})`
}

function equals(
  name: RawBuilder<unknown>,
  type: ColumnType,
  value: string | number | boolean,
): Sql {
  const fits =
    (type === 'text' && typeof value === 'string' && isStorableText(value)) ||
    (type === 'boolean' && typeof value === 'boolean') ||
    (type === 'number' && typeof value === 'number' && !Number.isNaN(value)) ||
    (type === 'integer' && Number.isSafeInteger(value))
  // written without a comparison, so that a partial index with this condition can be used
  if (fits && typeof value === 'boolean') return value ? sql`${name}` : sql`not ${name}`
  return fits ? sql`${name} = ${value}` : NO
}

// a range, which an index in byte order supports; UTF-8 bytes order like code points
function startsWith(name: RawBuilder<unknown>, prefix: string): Sql {
  if (prefix === '') return YES
  if (!isStorableText(prefix)) return NO
  const end = endOfPrefix(prefix)
  return end === null ? sql`${name} >= ${prefix}` : sql`(${name} >= ${prefix} and ${name} < ${end})`
}

const LAST_CODE_POINT = 0x10ffff
const BEFORE_SURROGATES = 0xd7ff
const AFTER_SURROGATES = 0xe000

/** Returns the first text after all texts that start with `prefix`; `null` if there is none. */
function endOfPrefix(prefix: string): string | null {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0)
  while (points.at(-1) === LAST_CODE_POINT) points.pop()
  const last = points.pop()
  if (last === undefined) return null
  const next = last === BEFORE_SURROGATES ? AFTER_SURROGATES : last + 1
  return String.fromCodePoint(...points, next)
}

/** A letter in no usual text. A text that has it may be found as if it had a space. */
const JOINER = 'ǀ'

function contains(name: RawBuilder<unknown>, type: ColumnType, part: string): Sql {
  if (part === '') return YES
  if (!isStorableText(part)) return NO
  const pattern = `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
  if (type !== 'joinedText') return sql`${name} like ${pattern}`
  return sql`translate(${name}, ' ', ${sql.lit(JOINER)}) like ${pattern.replaceAll(' ', JOINER)}`
}

function from(name: RawBuilder<unknown>, type: ColumnType, bound: number): Sql {
  if (Number.isNaN(bound) || bound === Infinity) return NO
  if (bound === -Infinity) return sql`${name} is not null`
  return sql`${name} >= ${asStored(type, bound)}`
}

function before(name: RawBuilder<unknown>, type: ColumnType, bound: number): Sql {
  if (Number.isNaN(bound) || bound === -Infinity) return NO
  if (bound === Infinity) return sql`${name} is not null`
  return sql`${name} < ${asStored(type, bound)}`
}

/** Returns the bound in the type of the column. For an integer column, the next integer is equivalent. */
function asStored(type: ColumnType, bound: number): number {
  if (type !== 'integer') return bound
  const most = Number.MAX_SAFE_INTEGER
  return Math.min(Math.max(Math.ceil(bound), -most), most)
}
