import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { RecordKind } from './kind.ts'
import { toStoredRecord } from './stored-record.ts'
import { writeIndexFields } from './write.ts'

/** A change of the rules that compute index fields. */
interface Reindexing {
  /** Stored among the migrations when it is done. */
  name: string
  /** Selects the records whose index fields an earlier release may have computed otherwise. */
  isConcerned: (table: RecordKind['table']) => RawBuilder<boolean>
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
      if (table === 'booking') return sql`false`
      const phone = sql`coalesce(body ->> 'phone', body ->> 'mobileNo', body ->> 'personalNumber')`
      return sql<boolean>`${phone} !~ '^[1-9][0-9]*$'`
    },
  },
  {
    // an earlier release had an index of expressions for searches of one or two characters
    name: 'short parts of texts',
    isConcerned(table) {
      if (table === 'temp_partner') return sql`false`
      return sql`short_parts = '{}' and search_text <> ''`
    },
  },
  {
    // an earlier release read no date-time whose offset is whole hours, such as +00
    name: 'offsets of whole hours',
    isConcerned(table) {
      if (table !== 'booking') return sql`false`
      const times = sql`concat_ws(' ', body ->> 'dateFrom', body ->> 'dateTo', body ->> 'createdAt')`
      // their dates were not read, so few bodies are searched
      return sql<boolean>`num_nulls(date_from, date_to, created_at) > 0
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
]

/** Rows per transaction. */
const BATCH = 1000

/**
 * Computes the index fields again, once after each change of their rules, of the records that the change concerns.
 * Changes no record, version or audit entry.
 */
export async function reindexRecords(db: Database, kinds: readonly RecordKind[]): Promise<void> {
  // one after another, because each may be interrupted
  for (const reindexing of REINDEXINGS) await reindexOnce(db, kinds, reindexing)
}

async function reindexOnce(
  db: Database,
  kinds: readonly RecordKind[],
  { name, isConcerned }: Reindexing,
): Promise<void> {
  const done = await db
    .selectFrom('schema_migration')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst()
  if (done) return
  for (const kind of kinds) await reindexAll(db, kind, isConcerned(kind.table))
  await db
    .insertInto('schema_migration')
    .values({ name, applied_at: new Date() })
    // another process may have done the same
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function reindexAll(db: Database, kind: RecordKind, where: RawBuilder<boolean>) {
  let after: string | undefined = ''
  while (after !== undefined) after = await reindexBatch(db, kind, where, after)
}

/** Computes the index fields of the next records. Returns the last id; undefined at the end. */
function reindexBatch(
  db: Database,
  kind: RecordKind,
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
    return rows.at(-1)?.id
  })
}
