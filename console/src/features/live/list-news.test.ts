import { QueryClient, QueryObserver } from '@tanstack/preact-query'
import { expect, test } from 'vitest'
import { listedKey } from '../client/query-keys.ts'
import type { Page } from '../list/page.ts'
import { createListNews } from './list-news.ts'

const page = (...names: string[]): Page<{ id: string; name: string }> => ({
  rows: names.map((name) => ({ id: name[0] ?? '', name })),
  next: null,
  total: names.length,
})

const KEY = listedKey('bookings', {}, 0)

/** Shows a page of a list that a person uses, or not. */
async function showing(first: ReturnType<typeof page>, { isUsed = true, isRendered = false } = {}) {
  const queryClient = new QueryClient()
  let answer = first
  const options = { queryKey: KEY, queryFn: () => answer, staleTime: Infinity }
  const observer = new QueryObserver(queryClient, options)
  const leave = observer.subscribe(() => {})
  await queryClient.fetchQuery({ queryKey: KEY, queryFn: () => answer })
  const news = createListNews(queryClient, () => isUsed)
  const data = () => queryClient.getQueryData<ReturnType<typeof page>>(KEY)
  return {
    news,
    queryClient,
    leave,
    names: () => data()?.rows.map(({ name }) => name),
    total: () => data()?.total,
    refetch: () => observer.refetch(),
    /** The host's list changes, by another person. */
    change: async (next: ReturnType<typeof page>) => {
      answer = next
      news.prepare(queryClient.getQueryCache().findAll({ queryKey: KEY }))
      const fetched = queryClient.invalidateQueries({ queryKey: KEY })
      // the component of the list renders again
      if (isRendered) observer.setOptions(options)
      await fetched
    },
  }
}

/** Makes a write on records of a noun, which succeeds. */
function written(queryClient: QueryClient, noun: string) {
  const options = { mutationKey: [noun], mutationFn: async () => null }
  return queryClient.getMutationCache().build(queryClient, options).execute(undefined)
}

test('a used list shows changed rows in their places', async () => {
  const { change, names, news } = await showing(page('a1', 'b1'))
  await change(page('a1', 'b2'))
  expect(names()).toEqual(['a1', 'b2'])
  expect(news.hasNews()).toBe(false)
})

test('a used list keeps its order, its rows and its length until the person asks for the changes', async () => {
  const { change, names, total, news } = await showing(page('a1', 'b1'))
  await change(page('c1', 'b2', 'a1'))
  expect({ names: names(), total: total() }).toEqual({ names: ['a1', 'b2'], total: 2 })
  expect(news.hasNews()).toBe(true)
  news.showNews()
  expect({ names: names(), total: total() }).toEqual({ names: ['c1', 'b2', 'a1'], total: 3 })
  expect(news.hasNews()).toBe(false)
})

test('a used list keeps its rows also if its component renders again before the answer', async () => {
  const { change, names, news } = await showing(page('a1', 'b1'), { isRendered: true })
  await change(page('b1'))
  expect(names()).toEqual(['a1', 'b1'])
  expect(news.hasNews()).toBe(true)
})

test('a used list keeps its rows also when it is fetched for another reason', async () => {
  const { change, names, news, refetch } = await showing(page('a1', 'b1'))
  await change(page('b1'))
  await refetch()
  expect(names()).toEqual(['a1', 'b1'])
  expect(news.hasNews()).toBe(true)
})

test('a list that nobody uses shows the host’s order', async () => {
  const { change, names, news } = await showing(page('a1'), { isUsed: false })
  await change(page('b1', 'a1'))
  expect(names()).toEqual(['b1', 'a1'])
  expect(news.hasNews()).toBe(false)
})

test('the changes are there when the person comes back to the list', async () => {
  const { change, names, news, leave } = await showing(page('a1'))
  await change(page('b1', 'a1'))
  leave()
  expect(names()).toEqual(['b1', 'a1'])
  expect(news.hasNews()).toBe(false)
})

test('shows a change that this tab made at once', async () => {
  const { change, names, queryClient } = await showing(page('a1', 'b1'))
  await written(queryClient, 'bookings')
  await change(page('b1'))
  expect(names()).toEqual(['b1'])
})

test('keeps rows in place for a change by others after this tab made an unrelated write, such as turning Super Admin on', async () => {
  const { change, names, queryClient } = await showing(page('a1', 'b1'))
  await written(queryClient, 'elevation')
  await change(page('b1'))
  expect(names()).toEqual(['a1', 'b1'])
})

test.each([
  { write: 'has no answer yet', answer: () => new Promise<never>(() => {}) },
  { write: 'failed', answer: () => Promise.reject(new Error('The answer was lost.')) },
])('keeps rows in place for a change by others if this tab’s write $write', async ({ answer }) => {
  const { change, names, news, queryClient } = await showing(page('a1', 'b1'))
  const write = queryClient
    .getMutationCache()
    .build(queryClient, { mutationKey: ['bookings'], mutationFn: answer })
  void write.execute(undefined).catch(() => {})
  await change(page('b1'))
  expect(names()).toEqual(['a1', 'b1'])
  expect(news.hasNews()).toBe(true)
})

test('a write removes its row as soon as it is answered, also after the list waited for its answer', async () => {
  const { change, names, news, queryClient } = await showing(page('a1', 'b1'))
  const sent = Promise.withResolvers<null>()
  const write = queryClient.getMutationCache().build(queryClient, {
    mutationKey: ['bookings'],
    mutationFn: () => sent.promise,
    onSuccess: () => queryClient.setQueryData(KEY, page('b1')),
  })
  const isWritten = write.execute(undefined)
  await change(page('b1'))
  sent.resolve(null)
  await isWritten
  expect(names()).toEqual(['b1'])
  await Promise.resolve()
  expect(news.hasNews()).toBe(false)
})
