import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type QueryHarness, queryHarness } from '../../../testing/query-harness.ts'
import { approvedPartners } from './queries.ts'

let harness: QueryHarness
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  harness = await queryHarness()
})
afterEach(() => harness.close())

test('fetches the first approved partners that a search finds, in one page', async () => {
  const { rows, next } = await harness.queryClient.fetchQuery(
    approvedPartners(harness.client, ' partner '),
  )
  expect(rows).toHaveLength(51)
  expect(next).toBeNull()
})
