import { join } from 'node:path'
import { requireTests, requireTexts } from '../bench/faults/copy.ts'
import { FAULTS } from '../bench/faults/list.ts'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

test('every fault of `npm run test:faults` changes a text that occurs once in its file', async () => {
  await expect(requireTexts(ROOT, FAULTS)).resolves.toBeUndefined()
})

test('every fault of `npm run test:faults` names tests that exist', async () => {
  await expect(requireTests(ROOT, FAULTS)).resolves.toBeUndefined()
})
