import { HANDOVER_HOURS } from '../database/migrate.ts'
import { HOUR } from '@mandap/domain/time/days.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { IndexedTable } from './kind.ts'
import { toStoredRecord } from './stored-record.ts'
import { writeIndexFields } from './write.ts'

/** A change of the rules that compute index fields. */
interface Reindexing {
  /** Stored among the migrations when it is done. */
  name: string
  /** Selects the records whose index fields an earlier release may have computed otherwise. */
  isConcerned: (table: IndexedTable['table']) => RawBuilder<boolean>
}

const REINDEXINGS: readonly Reindexing[] = [
  {
    // an earlier release stored invisible characters of text that is more than plain ASCII
    name: 'facts of shown text',
    isConcerned: () => sql<boolean>`body::text ~ ${String.raw`[^ -~]|\\`}`,
  },
  {
    // an earlier release searched phones only as they are written
    name: 'digits of phones',
    isConcerned(table) {
      const isOther = (field: string) => sql`body ->> ${sql.lit(field)} !~ '^[1-9][0-9]*$'`
      if (table === 'app_user') return sql<boolean>`${isOther('phone')}`
      if (table === 'partner' || table === 'deleted_partner')
        return sql<boolean>`(${isOther('mobileNo')} or ${isOther('personalNumber')})`
      return sql`false`
    },
  },
  {
    // an earlier release had an index of expressions for searches of one or two characters
    name: 'short parts of texts',
    isConcerned(table) {
      if (table === 'temp_partner' || table === 'deleted_partner') return sql`false`
      return sql`short_parts = '{}' and search_text <> ''`
    },
  },
  {
    // an earlier release read no date-time whose offset is whole hours, such as +00
    name: 'offsets of whole hours',
    isConcerned(table) {
      if (table !== 'booking') return sql`false`
      const times = sql`concat_ws(' ', body ->> 'dateFrom', body ->> 'dateTo', body ->> 'createdAt')`
      // their dates were not read, and a missing date_to is stored as date_from, so not all bodies are searched
      return sql<boolean>`(num_nulls(date_from, date_to, created_at) > 0 or date_to = date_from)
        and ${times} ~ ${String.raw`:\d\d(\.\d+)? ?[+-]\d\d( |$)`}`
    },
  },
  {
    // an earlier release read no amount such as Rs. 45,000 or 45,000/-
    name: 'marks of rupees',
    isConcerned(table) {
      if (table !== 'booking') return sql`false`
      return sql<boolean>`budget is null
        and body ->> 'budget' ~* ${String.raw`^\s*(rs|inr)|/[-=]\s*$`}`
    },
  },
  {
    // in an earlier release, a coordinate that is text and no number was missing
    name: 'coordinates as text',
    isConcerned(table) {
      if (table !== 'partner') return sql`false`
      return sql<boolean>`missing_items && array['latitude', 'longitude']
        and concat(body ->> 'latitude', body ->> 'longitude') <> ''`
    },
  },
]

/** Rows per transaction. */
const BATCH = 1000

/** Returns the name that is stored when the records that earlier releases wrote after a reindexing are computed again. */
const finalName = (name: string) => `${name} of earlier releases`

/**
 * Computes the index fields again, after each change of their rules, of the records that the change concerns. Repeats it at
 * each start until a day after it first succeeded, and once later, for what servers of an earlier release wrote in that day.
 * Changes no record, version or audit entry.
 */
export async function reindexRecords(
  db: Database,
  kinds: readonly IndexedTable[],
  now = new Date(),
): Promise<void> {
  const rows = await db.selectFrom('schema_migration').select(['name', 'applied_at']).execute()
  const doneAt = new Map(rows.map((row) => [row.name, row.applied_at]))
  const due = REINDEXINGS.filter(({ name }) => !doneAt.has(finalName(name)))
  if (due.length === 0) return
  // no earlier release serves a database that this one created
  if (await isEmpty(db, kinds)) {
    await recordDone(
      db,
      [...due.map(({ name }) => name), ...due.map(({ name }) => finalName(name))],
      now,
    )
    return
  }
  await repeatReindexings(
    db,
    kinds,
    due.filter(({ name }) => doneAt.has(name)),
    doneAt,
    now,
  )
  // one after another, because each may be interrupted
  for (const { name, isConcerned } of due) {
    if (doneAt.has(name)) continue
    for (const kind of kinds) await reindexAll(db, kind, isConcerned(kind.table))
    await recordDone(db, [name], now)
  }
}

/** Computes the records again that were written since the first reindexing. Reads the tables once for all rules. */
async function repeatReindexings(
  db: Database,
  kinds: readonly IndexedTable[],
  reindexings: readonly Reindexing[],
  doneAt: ReadonlyMap<string, Date>,
  now: Date,
): Promise<void> {
  const times = reindexings.map(({ name }) => doneAt.get(name)?.getTime() ?? 0)
  if (times.length === 0) return
  // the first run took time, and the clocks of servers differ
  const since = new Date(Math.min(...times) - HANDOVER_HOURS * HOUR)
  for (const kind of kinds) {
    const rules = reindexings.map(({ isConcerned }) => sql`(${isConcerned(kind.table)})`)
    const changedAt = sql.ref(kind.table === 'deleted_partner' ? 'deleted_at' : 'updated_at')
    const isConcerned = sql<boolean>`${changedAt} >= ${since} and (${sql.join(rules, sql` or `)})`
    await reindexAll(db, kind, isConcerned)
  }
  const isOver = (at: number) => now.getTime() - at > HANDOVER_HOURS * HOUR
  const over = reindexings.filter((_, index) => isOver(times[index] ?? 0))
  await recordDone(
    db,
    over.map(({ name }) => finalName(name)),
    now,
  )
}

async function isEmpty(db: Database, kinds: readonly IndexedTable[]): Promise<boolean> {
  for (const { table } of kinds) {
    const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return false
  }
  return true
}

async function recordDone(db: Database, names: readonly string[], now: Date): Promise<void> {
  if (names.length === 0) return
  await db
    .insertInto('schema_migration')
    .values(names.map((name) => ({ name, applied_at: now })))
    // another process may have done the same
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function reindexAll(db: Database, kind: IndexedTable, where: RawBuilder<boolean>) {
  let after: string | undefined = ''
  while (after !== undefined) after = await reindexBatch(db, kind, where, after)
}

/** Computes the index fields of the next records. Returns the last id; undefined after the last batch. */
function reindexBatch(
  db: Database,
  kind: IndexedTable,
  where: RawBuilder<boolean>,
  after: string,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; body: JsonObject }>`
      select id, body from ${sql.table(kind.table)}
      where id > ${after} and ${where}
      order by id limit ${BATCH} for update`.execute(trx)
    if (rows.length === 0) return undefined
    await writeIndexFields(
      trx,
      kind,
      rows.map(({ body }) => toStoredRecord(kind, body)),
    )
    // another query would read the rest of the table
    return rows.length < BATCH ? undefined : rows.at(-1)?.id
  })
}
