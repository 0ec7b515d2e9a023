import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { type OneRow, readRows, readRowsAfter } from './one-row.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

/** Reads a number if it is below 10. */
function small(n: number, constant?: OneRow<unknown>['constant']): OneRow<unknown> {
  return {
    sql: sql`select ${n}::int as n where ${n}::int < 10`,
    columns: ['n'],
    valueOf: ({ n: value }) => value,
    ...(constant && { constant }),
  }
}

const constantSmall = (n: number) => small(n, { name: 'small', parameters: [n, n] })

test('several queries are read as one statement, with null for the row that is missing', async () => {
  expect(await readRows(scratch.db, { one: small(1), many: small(11) })).toEqual({
    one: 1,
    many: null,
  })
  expect(await readRowsAfter(scratch.db, small(11), { one: small(1) })).toBeUndefined()
})

test('a constant query has the parameters of each call', async () => {
  for (const n of [1, 2, 3])
    expect(
      await readRowsAfter(scratch.db, constantSmall(n), { next: constantSmall(n + 8) }),
    ).toEqual({ first: n, values: { next: n + 8 < 10 ? n + 8 : null } })
  expect(await readRowsAfter(scratch.db, constantSmall(11), { next: small(1) })).toBeUndefined()
})

test('a constant query whose parameters are not those of its text is refused', async () => {
  const wrong = small(1, { name: 'wrong', parameters: [1] })
  await expect(readRows(scratch.db, { wrong })).rejects.toThrow(
    'The parameters of nothing, wrong are not those of its text.',
  )
})
