import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './connection.ts'
import { executePrepared, type StatementText } from './serving.ts'

type Row = Record<string, unknown>

/** A query of at most one row, and what the row means. Several of them can be sent as one statement. */
export interface OneRow<T> {
  sql: RawBuilder<unknown>
  columns: readonly string[]
  /** Receives the row, with null in every column if there is none. */
  valueOf: (row: Row) => T | Promise<T>
  /**
   * For a query that is part of most calls: a name of its text, and its parameters in the order of the text. The text must
   * depend on nothing else, so that it is built only once.
   */
  constant?: { name: string; parameters: readonly unknown[] }
  /** Whether the best plan depends on the parameters, so that a prepared plan would be slow for some. */
  needsOwnPlan?: boolean
}

export type OneRows = Record<string, OneRow<unknown>>

/** The value of each query. */
export type Values<R extends OneRows> = {
  [K in keyof R]: R[K] extends OneRow<infer T> ? T : never
}

/** A query that reads nothing, in the place of one that is not needed. */
export const NOTHING: OneRow<null> = {
  sql: sql`select`,
  constant: { name: 'nothing', parameters: [] },
  columns: [],
  valueOf: () => null,
}

export async function readRow<T>(
  db: Database,
  { sql: query, columns, valueOf }: OneRow<T>,
): Promise<T> {
  const { rows } = await query.execute(db)
  return valueOf(
    (rows[0] as Row | undefined) ?? Object.fromEntries(columns.map((column) => [column, null])),
  )
}

/** Reads all queries as one statement of one snapshot. */
export async function readRows<R extends OneRows>(db: Database, queries: R): Promise<Values<R>> {
  const result = await readRowsAfter(db, NOTHING, queries)
  if (!result) throw new Error('A query without a condition returned no row.')
  return result.values
}

/**
 * Reads `first` and, if it has a row, the other queries, as one statement of one snapshot. Without that row,
 * PostgreSQL reads nothing else, and the result is undefined.
 */
export async function readRowsAfter<T, R extends OneRows>(
  db: Database,
  first: OneRow<T>,
  queries: R,
): Promise<{ first: T; values: Values<R> } | undefined> {
  const parts = [first, ...Object.values(queries)]
  const [row] = parts.some(({ needsOwnPlan }) => needsOwnPlan)
    ? (await statementOf(parts).execute(db)).rows
    : await executePrepared<Row>(db, compiled(db, parts))
  if (!row) return undefined
  const [firstValue, ...others] = await Promise.all(
    parts.map(({ columns: names, valueOf }, at) =>
      valueOf(Object.fromEntries(names.map((name) => [name, row[`${name}_${at}`]]))),
    ),
  )
  const values = Object.fromEntries(Object.keys(queries).map((name, at) => [name, others[at]]))
  // each value has the type of its query
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { first: firstValue as T, values: values as Values<R> }
}

/** Returns the statement that reads all parts, whose columns end with the index of their part. */
function statementOf(parts: readonly OneRow<unknown>[]): RawBuilder<Row> {
  // as text, because the names are constants, and a node for each of them takes longer than the rest of a short call
  const columns = parts.flatMap(({ columns: names }, at) =>
    names.map((name) => `part${at}."${name}" as "${name}_${at}"`),
  )
  const tables = parts.map(({ sql: query }, at) => sql`(${query}) as ${sql.raw(`part${at}`)}`)
  return sql<Row>`
    select ${sql.raw(columns.join())} from ${sql.join(tables, sql` left join `)} ${sql.raw('on true '.repeat(tables.length - 1))}`
}

/** The texts of the statements whose parts are all constant, by the names of these. */
const constantTexts = new Map<string, string>()

/** Compiles the statement of the parts, or uses its text of an earlier call. */
function compiled(db: Database, parts: readonly OneRow<unknown>[]): StatementText {
  const constants = parts.map(({ constant }) => constant).filter((one) => one !== undefined)
  if (constants.length < parts.length) return statementOf(parts).compile(db)
  const name = constants.map((one) => one.name).join(', ')
  const parameters = constants.flatMap((one) => one.parameters)
  const known = constantTexts.get(name)
  if (known !== undefined) return { sql: known, parameters }
  const first = statementOf(parts).compile(db)
  if (!isDeepStrictEqual(first.parameters, parameters))
    throw new Error(`The parameters of ${name} are not those of its text.`)
  constantTexts.set(name, first.sql)
  return first
}
