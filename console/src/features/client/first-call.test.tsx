import { expect, test, vi } from 'vitest'
import { fetchFirst } from './first-call.ts'

const URL = 'data:text/plain,from the network'
const SESSION = { authorization: 'Bearer a' }

function pageRequested({ url = URL, authorization = SESSION.authorization } = {}) {
  const abort = vi.fn<(reason: unknown) => void>()
  window.firstCall = {
    url,
    authorization,
    answer: Promise.resolve(new Response('from the page')),
    abort,
  }
  return { abort }
}

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

test('a call of another URL, session or method goes to the network, and so does every later one', async () => {
  for (const other of [{ url: '/partners' }, { authorization: 'Bearer b' }]) {
    pageRequested(other)
    expect(await textOf(fetchFirst(URL, { method: 'GET', headers: SESSION }))).toMatch('network')
    expect(window.firstCall).toBeUndefined()
  }
  pageRequested()
  await fetchFirst(URL, { method: 'HEAD', headers: SESSION })
  expect(await textOf(fetchFirst(URL, { method: 'GET', headers: SESSION }))).toMatch('network')
})

test('aborting the call aborts the request of the page', () => {
  const { abort } = pageRequested()
  const controller = new AbortController()
  void fetchFirst(URL, { method: 'GET', headers: SESSION, signal: controller.signal })
  controller.abort('too late')
  expect(abort).toHaveBeenCalledWith('too late')
})
