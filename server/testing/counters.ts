import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { COUNTERS, type Counter, type CounterSet } from '../src/counters/declaration.ts'
import { countedRows } from '../src/counters/functions.ts'
import { counterRows } from '../src/counters/read.ts'
import type { Database } from '../src/database/connection.ts'

export const EVERY_COUNTER: [string, CounterSet, Counter][] = Object.values(COUNTERS).flatMap(
  (set) =>
    set.counters.map((counter): [string, CounterSet, Counter] => [counter.table, set, counter]),
)

/** Returns the rows of a counter, with the deltas that belong to it, without sums of zero. */
export async function storedCounts(
  db: Database,
  set: CounterSet,
  { table, key, sums }: Counter,
): Promise<string[]> {
  const { rows } = await sql<object>`
    select ${sql.raw(key.join(', '))}, ${sql.raw(sums.map((sum) => `sum(${sum})::text as ${sum}`).join(', '))}
    from ${counterRows(set, table)} counted group by ${sql.raw(key.join(', '))}
    having ${sql.raw(sums.map((sum) => `sum(${sum}) <> 0`).join(' or '))}`.execute(db)
  return rows.map((row) => JSON.stringify(row)).toSorted()
}

/** Returns the same by counting every row. */
async function countedAgain(db: Database, set: CounterSet, counter: Counter): Promise<string[]> {
  const text = counter.sums.map((sum) => `${sum}::text as ${sum}`)
  const { rows } = await sql<object>`
    select ${sql.raw([...counter.key, ...text].join(', '))}
    from (${sql.raw(countedRows(set, counter))}) counted`.execute(db)
  return rows.map((row) => JSON.stringify(row)).toSorted()
}

/** Returns the counters that differ from a count of every row. */
export async function counterDifferences(
  db: Database,
): Promise<{ table: string; is: string[]; ought: string[] }[]> {
  const found = []
  for (const [table, set, counter] of EVERY_COUNTER) {
    const [is, ought] = [await storedCounts(db, set, counter), await countedAgain(db, set, counter)]
    if (!isDeepStrictEqual(is, ought)) found.push({ table, is, ought })
  }
  return found
}
