import { usersWithWords } from '@mandap/domain/user/user.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { indexesUsed } from '../../testing/plan.ts'
import { toSql } from '../database/rule-to-sql.ts'
import { USER } from '../user/kind.ts'
import { byIndex } from './search-text.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

test.each([
  ['a short word cannot use the trigram index', 'zz', 'all of app_user'],
  ['a longer word can', 'nair', 'app_user_search'],
])('%s', async (_, text, read) => {
  const found = byIndex(text, toSql(usersWithWords(text), USER.columns))
  const query = sql`select id from app_user where ${found}`.compile(scratch.db)
  const trx = await scratch.db.startTransaction().execute()
  try {
    await sql`drop index app_user_short_search`.execute(trx)
    // without its own index and full scans, PostgreSQL uses any other index that it can
    await sql`set local enable_seqscan = off`.execute(trx)
    expect(await indexesUsed(trx, [query])).toEqual([read])
  } finally {
    await trx.rollback().execute()
  }
})
