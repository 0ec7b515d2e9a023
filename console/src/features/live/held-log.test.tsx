import { QueryClient, type QueryKey } from '@tanstack/preact-query'
import { afterEach, expect, test } from 'vitest'
import { render } from '../../../testing/render.tsx'
import { listedKey } from '../client/query-keys.ts'
import { isHeld } from './held-log.ts'

const LOG = listedKey('activity', {})

/** Returns a query with this many pages. */
function withPages(count: number, queryKey: QueryKey = LOG) {
  const queryClient = new QueryClient()
  const pages = Array.from({ length: count }, () => ({ rows: [] }))
  queryClient.setQueryData(queryKey, { pages, pageParams: pages })
  const query = queryClient.getQueryCache().find({ queryKey })
  if (!query) throw new Error('no query')
  return query
}

afterEach(() => window.scrollTo(0, 0))

test('new entries wait while a person reads far below in a long log', () => {
  render(<div style={{ height: '9000px' }} />)
  expect(isHeld(withPages(50))).toBe(false)
  window.scrollTo(0, 5000)
  expect(isHeld(withPages(50))).toBe(true)
  expect(isHeld(withPages(3))).toBe(false)
  expect(isHeld(withPages(50, listedKey('partners', {})))).toBe(false)
})

test('new entries wait until a fetch of the log has ended', async () => {
  const query = withPages(2)
  const { promise, resolve } = Promise.withResolvers<object>()
  const fetching = query.fetch({ queryKey: LOG, queryFn: () => promise })
  expect(isHeld(query)).toBe(true)
  resolve({ pages: [] })
  await fetching
  expect(isHeld(query)).toBe(false)
})
