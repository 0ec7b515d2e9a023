import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { OneRow } from '../database/one-row.ts'
import { maintain } from '../database/serving.ts'
import type { CounterSet } from './declaration.ts'

/** The number of deltas above which a reader rolls them up. */
const MAX_DELTAS = 2000

/**
 * Returns the rows of a counter and the deltas that belong to it, as a table expression. Their sums are
 * exact in one snapshot. The column `delta` is 1 for a delta and 0 for a counter.
 */
export function counterRows(set: CounterSet, table: string): RawBuilder<unknown> {
  const counter = set.counters.find((one) => one.table === table)
  if (!counter) throw new Error(`${table} is no counter of ${set.delta}`)
  const columns = sql.join([...counter.key, ...counter.sums].map((column) => sql.ref(column)))
  const where = counter.where ? sql`where ${sql.raw(counter.where)}` : sql``
  return sql`(
    select ${columns}, 0 as delta from ${sql.table(table)}
    union all select ${columns}, 1 from ${sql.table(set.delta)} ${where})`
}

/** Moves the deltas into the counters, however long it takes, if a reader found many of them. */
export async function rollUpWhenMany(db: Database, set: CounterSet, deltas: number): Promise<void> {
  if (deltas > MAX_DELTAS)
    await maintain(db, set.rollUp.function, (primary) => rollUp(primary, set))
}

/** Counts the deltas of counters for a statement that reads them, and rolls them up if there are many. */
export function deltasOf(db: Database, set: CounterSet): OneRow<void> {
  return {
    sql: sql`select count(*) as deltas from ${sql.table(set.delta)}`,
    columns: ['deltas'],
    valueOf: ({ deltas }) => rollUpWhenMany(db, set, deltas as number),
  }
}

/** Moves the deltas into the counters. Does nothing while another connection does it. */
export async function rollUp(db: Database, set: CounterSet): Promise<void> {
  await sql`select ${sql.id(set.rollUp.function)}()`.execute(db)
}
