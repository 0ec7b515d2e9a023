import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { storedDocument } from '../../testing/documents.ts'
import { maskStoredNames } from './mask-names.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

test('masks the numbers in the names of an earlier release, and leaves other names', async () => {
  const names = {
    d1: '234567890124.png',
    d2: 'card 2345 6789 0124.png',
    d3: 'pan_ABCDE1234F.png',
    d4: 'IMG_20261125_101112.png',
    d5: 'IMG20261125101112.png',
    d6: '2345_6789_0124.png',
  }
  for (const [id, name] of Object.entries(names)) await storedDocument(scratch.db, { id, name })
  await maskStoredNames(scratch.db)
  const rows = await scratch.db
    .selectFrom('document')
    .select(['id', 'name'])
    .orderBy('id')
    .execute()
  expect(Object.fromEntries(rows.map(({ id, name }) => [id, name]))).toEqual({
    d1: 'XXXX XXXX 0124.png',
    d2: 'card XXXX XXXX 0124.png',
    d3: 'pan ABXXXXX34F.png',
    d4: 'IMG_20261125_101112.png',
    d5: 'IMG20261125101112.png',
    d6: 'XXXX XXXX 0124.png',
  })
})
