import { MAX_INDEXED_BYTES } from './stored-record.ts'
import { searchTerms } from '@mandap/domain/text/search.ts'
import { words } from '@mandap/domain/text/text.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { codeOfShort } from './short-parts.ts'

/** Minimum length for the trigram index. Shorter words have another index. */
const TRIGRAM = 3

/** Returns whether all words of a search are too short for the trigram index. Blank text is no search. */
export function isShort(text: string): boolean {
  const terms = searchTerms(text)
  const isShortWord = (word: string) => Array.from(word).length < TRIGRAM
  return terms.length > 0 && terms.every((term) => !term.digits && term.words.every(isShortWord))
}

/** Returns `found`, which must test only the searched text, in the form that an index of texts supports. */
export function byIndex(text: string, found: RawBuilder<boolean>): RawBuilder<boolean> {
  if (!isShort(text)) return found
  // with `is true`, PostgreSQL does not use the trigram index, of which it would read all for a short word
  return sql`${hasShortParts(text)} and (${found}) is true`
}

/** Returns the condition that a text may contain all words of a search, as the index of short parts supports it. */
export function hasShortParts(text: string): RawBuilder<boolean> {
  return sql`short_parts @> ${words(text).map(codeOfShort)}::smallint[]`
}

/**
 * Disjoint conditions on all records. An index that is in the order of a list contains the texts that satisfy the first one
 * (migration 0044). Longer texts might not fit.
 */
export const TEXTS_IN_ORDER = [
  sql<boolean>`octet_length(search_text) <= ${sql.lit(MAX_INDEXED_BYTES)}`,
  sql<boolean>`octet_length(search_text) > ${sql.lit(MAX_INDEXED_BYTES)}`,
]

/** Number of records in which the share of a text is measured. */
const SAMPLE = 5000

/** Returns approximately which share of a table's records has a text, in [0, 1]. */
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
