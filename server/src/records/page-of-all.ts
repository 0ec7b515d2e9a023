import { type RawBuilder, sql } from 'kysely'
import type { OneRow } from '../database/one-row.ts'
import { type PageSource, pageOf, type RecordPage } from './page.ts'

type Request = Pick<PageSource, 'order' | 'limit' | 'after' | 'skip'> & {
  /** SQL parts that each have the `id` and the order's column. */
  parts: readonly RawBuilder<unknown>[]
}

/** Reads a page and the number of records by finding all of them once. It is fast if they are few. */
export function pageOfAll(
  kind: { table: string },
  { parts, ...request }: Request,
): OneRow<{ page: RecordPage; total: number }> {
  const found = sql`select id, ${sql.ref(request.order.column)} from all_found`
  const page = pageOf(kind, { ...request, parts: [found] })
  return {
    sql: sql`
      with all_found as materialized (${sql.join(parts, sql` union all `)})
      select page.*, (select count(*) from all_found) as n from (${page.sql}) as page`,
    columns: [...page.columns, 'n'],
    valueOf: async (row) => ({ page: await page.valueOf(row), total: row['n'] as number }),
  }
}
