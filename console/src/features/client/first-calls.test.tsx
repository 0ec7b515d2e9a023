import { beforeEach, expect, test, vi } from 'vitest'
import { fetchFirst } from './first-calls.ts'

const URL = 'data:text/plain,from the network'
const SESSION = { authorization: 'Bearer a' }

function pageRequested({ url = URL, query = '', text = 'from the page' } = {}) {
  const abort = vi.fn<(reason: unknown) => void>()
  const answer = Promise.resolve(new Response(text))
  const call = { url, query, authorization: SESSION.authorization, answer, abort }
  window.firstCalls = [...(window.firstCalls ?? []), call]
  return { abort }
}

beforeEach(() => {
  window.firstCalls = undefined
})

async function textOf(answer: Promise<Response>): Promise<string> {
  return (await answer).text()
}

test('the first call has the answer that the page requested', async () => {
  pageRequested()
  const first = fetchFirst(URL, { method: 'GET', headers: SESSION })
  const second = fetchFirst(URL, { method: 'GET', headers: SESSION })
  expect(await textOf(first)).toBe('from the page')
  expect(await textOf(second)).toBe('from the network')
})

test('each of the first calls has its own answer, in any order', async () => {
  pageRequested({ text: 'a partner' })
  pageRequested({ url: 'data:,list', query: 'partnerId=1', text: 'their bookings' })
  const headers = { ...SESSION, 'x-query': 'partnerId=1' }
  expect(await textOf(fetchFirst('data:,list', { method: 'GET', headers }))).toBe('their bookings')
  expect(await textOf(fetchFirst(URL, { method: 'GET', headers: SESSION }))).toBe('a partner')
})

test('a call among the first ones has the answer after calls of other URLs and methods', async () => {
  pageRequested()
  const other = 'data:text/plain,another from the network'
  expect(await textOf(fetchFirst(other, { method: 'GET', headers: SESSION }))).toMatch('another')
  expect(await textOf(fetchFirst(URL, { method: 'HEAD', headers: SESSION }))).toBe('')
  expect(await textOf(fetchFirst(URL, { method: 'GET', headers: SESSION }))).toBe('from the page')
})

test('a search goes to the network, although the page requested the list at the same URL', async () => {
  pageRequested()
  const headers = { ...SESSION, 'x-query': 'search=asha' }
  expect(await textOf(fetchFirst(URL, { method: 'GET', headers }))).toMatch('network')
})

test('a call with a grant goes to the network', async () => {
  pageRequested()
  const headers = { ...SESSION, 'x-elevation': 'grant' }
  expect(await textOf(fetchFirst(URL, { method: 'GET', headers }))).toMatch('network')
})

test('after five seconds, or for another session, a call goes to the network', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  pageRequested()
  await fetchFirst('data:,', { method: 'GET', headers: SESSION })
  vi.advanceTimersByTime(5000)
  expect(await textOf(fetchFirst(URL, { method: 'GET', headers: SESSION }))).toMatch('network')
  vi.useRealTimers()

  pageRequested()
  const another = { authorization: 'Bearer b' }
  expect(await textOf(fetchFirst(URL, { method: 'GET', headers: another }))).toMatch('network')
  expect(await textOf(fetchFirst(URL, { method: 'GET', headers: SESSION }))).toMatch('network')
})

test('after a change of a record, a call goes to the network', async () => {
  pageRequested()
  await fetchFirst('data:,', { method: 'PATCH', headers: SESSION })
  expect(await textOf(fetchFirst(URL, { method: 'GET', headers: SESSION }))).toMatch('network')
})

test('after the report of the open record, a call has the answer that the page requested', async () => {
  pageRequested()
  await fetchFirst('data:,/presence', { method: 'PUT', headers: SESSION })
  expect(await textOf(fetchFirst(URL, { method: 'GET', headers: SESSION }))).toBe('from the page')
})

test('aborting the call aborts the request of the page', () => {
  const { abort } = pageRequested()
  const controller = new AbortController()
  void fetchFirst(URL, { method: 'GET', headers: SESSION, signal: controller.signal })
  controller.abort('too late')
  expect(abort).toHaveBeenCalledWith('too late')
})
