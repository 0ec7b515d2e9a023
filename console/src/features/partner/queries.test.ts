import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type QueryHarness, queryHarness } from '../../../testing/query-harness.ts'
import { PAGE_SIZE } from '../list/page-start.ts'
import { approvedPartners } from './queries.ts'

let harness: QueryHarness
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  harness = await queryHarness()
})
afterEach(() => harness.close())

test('fetches approved partners page by page', async () => {
  const options = approvedPartners(harness.client, ' partner ')
  const { pages } = await harness.queryClient.fetchInfiniteQuery({ ...options, pages: 2 })
  expect(pages.map(({ rows }) => rows.length)).toEqual([PAGE_SIZE, 1])
})
