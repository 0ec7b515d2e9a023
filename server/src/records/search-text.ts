import { fold } from '@mandap/domain/text/text.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** Characters that the index of search texts needs; for fewer there is another. */
const TRIGRAM = 3

/** Whether a search is too short for the index of trigrams. Blank text is no search. */
export function isShort(text: string): boolean {
  const { length } = Array.from(fold(text))
  return length > 0 && length < TRIGRAM
}

/** That a short text stands in a record's `search_text`, by the index of short parts. */
export function hasShort(text: string): RawBuilder<boolean> {
  return sql`short_parts(search_text) @> array[${fold(text)}]`
}

/** Records that are looked at for the share of a text. */
const SAMPLE = 1000

/** About which share of a table's records have a text, in [0, 1]. */
export async function shareOf(
  db: Database,
  table: 'app_user',
  hasText: RawBuilder<boolean>,
): Promise<number> {
  const { rows } = await sql<{ share: number }>`
    select coalesce(avg((${hasText})::integer), 0)::double precision as share
    from (select search_text from ${sql.table(table)} limit ${SAMPLE}) as sample`.execute(db)
  return rows[0]?.share ?? 0
}
