import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { openRows } from './rows.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

test('other work of the process runs between the rows of one fetch', async () => {
  const open = await openRows(scratch.db, {
    rows: [sql`select n as record from generate_series(1, 200) as n`],
    count: sql`select 200 as n`,
  })
  let turns = 0
  let before: number | undefined
  const count = () => {
    turns += 1
    turn = setImmediate(count)
  }
  let turn = setImmediate(count)
  for await (const _ of open.rows) before ??= turns
  clearImmediate(turn)
  await open.close()
  expect(open.read()).toBe(200)
  expect(turns - Number(before)).toBeGreaterThanOrEqual(9)
})
