import { expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { migrate } from './migrate.ts'

test('a migrated database needs no migration', async () => {
  const scratch = await scratchDatabase()
  expect(await migrate(scratch.db)).toEqual([])
  await scratch.drop()
})
