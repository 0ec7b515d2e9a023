import { ApiError } from '@mandap/client/api-error.ts'
import type { SessionTokens } from '@mandap/client/session-tokens.ts'
import type { Transport, TransportRequest } from '@mandap/client/transport.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FromWorker, ToWorker, WorkerEnd } from './worker-messages.ts'
import { serveAdapter } from './serve-adapter.ts'
import { transportTo, workerTransport } from './worker-transport.ts'

afterEach(() => void vi.unstubAllGlobals())

const SUMMARY: TransportRequest = { key: 'GET /summary' }

/** Returns a worker whose messages the test answers. */
class ScriptedWorker extends EventTarget {
  readonly received: ToWorker[] = []
  isTerminated = false

  postMessage(message: ToWorker) {
    this.received.push(structuredClone(message))
  }

  terminate() {
    this.isTerminated = true
  }

  say(data: FromWorker) {
    this.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }))
  }

  /** Resolves to the request with this number, counted from 1, once the page has sent it. */
  async sent(count = 1) {
    const requests = () => this.received.filter((message) => message.kind === 'send')
    return vi.waitUntil(() => requests()[count - 1])
  }
}

function arrange(tokens: Partial<SessionTokens> = {}, here?: () => Promise<Transport>) {
  const workers: ScriptedWorker[] = []
  const transport = transportTo(
    () => {
      workers.push(new ScriptedWorker())
      return workers.at(-1) as unknown as Worker
    },
    { base: '' },
    { person: () => '', token: () => 'first', onUnauthorised() {}, ...tokens },
    here ?? (() => Promise.reject(new Error('not expected'))),
  )
  const [worker] = workers
  if (!worker) throw new Error('no worker')
  return { worker, workers, transport }
}

describe('the page’s side of a worker', () => {
  test('opens it with the settings, and sends each request with the current token', async () => {
    const { worker, transport } = arrange()
    expect(worker.received).toEqual([{ kind: 'open', settings: { base: '' } }])
    const answer = transport.send(SUMMARY)
    const { id } = await worker.sent()
    expect(worker.received.at(-1)).toEqual({ kind: 'send', id, request: SUMMARY, token: 'first' })
    worker.say({ kind: 'answer', id, answer: { status: 200, body: { users: 1 } } })
    expect(await answer).toEqual({ status: 200, body: { users: 1 } })
  })

  test('rejects with the error that the worker sends', async () => {
    const { worker, transport } = arrange()
    const answer = transport.send(SUMMARY)
    const { id } = await worker.sent()
    worker.say({ kind: 'failure', id, error: 'server', details: { status: 500 } })
    const error = await answer.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ kind: 'server', details: { status: 500 } })
  })

  test('rejects an aborted request with the reason, and aborts it in the worker', async () => {
    const { worker, transport } = arrange()
    const controller = new AbortController()
    const answer = transport.send(SUMMARY, controller.signal)
    const { id } = await worker.sent()
    controller.abort(new Error('typed on'))
    await expect(answer).rejects.toThrow('typed on')
    expect(worker.received.at(-1)).toEqual({ kind: 'abort', id })
  })

  test('renews a rejected token and sends the request again', async () => {
    const { worker, transport } = arrange({ renew: () => Promise.resolve('second') })
    const answer = transport.send(SUMMARY)
    const { id } = await worker.sent()
    worker.say({ kind: 'failure', id, error: 'unauthorised', details: {} })
    const again = await worker.sent(2)
    expect(again).toMatchObject({ request: SUMMARY, token: 'second' })
    worker.say({ kind: 'answer', id: again.id, answer: { status: 200, body: null } })
    expect(await answer).toEqual({ status: 200, body: null })
  })

  test('ends the session when the renewed token is rejected too', async () => {
    const onUnauthorised = vi.fn<() => void>()
    let token = 'first'
    const renew = () => Promise.resolve((token = 'second'))
    const { worker, transport } = arrange({ token: () => token, renew, onUnauthorised })
    const answer = transport.send(SUMMARY)
    for (const count of [1, 2]) {
      const { id } = await worker.sent(count)
      worker.say({ kind: 'failure', id, error: 'unauthorised', details: {} })
    }
    await expect(answer).rejects.toMatchObject({ kind: 'unauthorised' })
    expect(onUnauthorised).toHaveBeenCalledOnce()
  })

  test('has no stream of changes, because a plain host sends none', () => {
    expect(arrange().transport.follow).toBeUndefined()
  })

  test('calls back when lists have changed, until it is unsubscribed', () => {
    const { worker, transport } = arrange()
    const changed = vi.fn<() => void>()
    const stop = transport.watch(changed)
    worker.say({ kind: 'changed' })
    stop()
    worker.say({ kind: 'changed' })
    expect(changed).toHaveBeenCalledOnce()
  })
})

describe('a page that is shown again', () => {
  test('asks the worker to expire the lists before it reads them', async () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
    const worker = new ScriptedWorker()
    vi.stubGlobal('document', page)
    vi.stubGlobal('Worker', function aWorker() {
      return worker
    })
    const settings = { base: '', apiKey: null, superAdminNumbers: [] }
    const tokens = { person: () => '', token: () => 'first', onUnauthorised() {} }
    const transport = workerTransport(settings, tokens)
    page.dispatchEvent(new Event('visibilitychange'))
    page.visibilityState = 'visible'
    page.dispatchEvent(new Event('visibilitychange'))
    void transport.send(SUMMARY)
    await worker.sent()
    expect(worker.received.map(({ kind }) => kind)).toEqual(['open', 'expire', 'send'])
  })

  test('makes the adapter in the worker expire its lists', async () => {
    const { port1: worker, port2: page } = new MessageChannel()
    const expire = vi.fn<() => void>()
    const send = () => Promise.resolve({ status: 200, body: null })
    serveAdapter(worker, () => ({ send, refresh() {}, watch: () => () => {}, expire }))
    worker.start()
    const tokens = { person: () => '', token: () => 'first', onUnauthorised() {} }
    const neverHere = () => Promise.reject(new Error('not expected'))
    transportTo(() => page as unknown as WorkerEnd, {}, tokens, neverHere).expire()
    await expect.poll(() => expire).toHaveBeenCalledOnce()
    worker.close()
  })
})

describe('if the browser cannot start the worker', () => {
  const WRITE: TransportRequest = { key: 'PUT /partners/{id}', params: { id: 'p1' } }

  function anAdapter() {
    return {
      send: vi.fn<Transport['send']>(() => Promise.resolve({ status: 200, body: 'from the page' })),
      refresh: vi.fn<() => void>(),
      expire: vi.fn<() => void>(),
      watch: vi.fn<Transport['watch']>(),
    }
  }

  test('the page answers all requests, including earlier ones', async () => {
    vi.spyOn(console, 'warn').mockReturnValueOnce()
    const here = anAdapter()
    const { worker, transport } = arrange({}, () => Promise.resolve(here))
    const before = [transport.send(SUMMARY), transport.send(WRITE)]
    await worker.sent(2)
    worker.dispatchEvent(new Event('error'))
    expect(worker.isTerminated).toBe(true)
    const answer = { status: 200, body: 'from the page' }
    expect(await Promise.all(before)).toEqual([answer, answer])
    expect(await transport.send(SUMMARY)).toEqual(answer)
    transport.refresh()
    await expect.poll(() => here.refresh).toHaveBeenCalledOnce()
    transport.expire()
    await expect.poll(() => here.expire).toHaveBeenCalledOnce()
    expect(here.watch).toHaveBeenCalledOnce()
  })

  test('the page sends no write again that the worker may have sent', async () => {
    vi.spyOn(console, 'warn').mockReturnValueOnce()
    const here = anAdapter()
    const { worker, transport } = arrange({}, () => Promise.resolve(here))
    const before = [transport.send(SUMMARY), transport.send(WRITE)]
    await worker.sent(2)
    worker.say({ kind: 'changed' })
    worker.dispatchEvent(new Event('error'))
    expect(await Promise.allSettled(before)).toMatchObject([
      { value: { body: 'from the page' } },
      { reason: { kind: 'unreachable', details: { call: 'PUT /partners/{id}' } } },
    ])
    expect(here.send.mock.calls.map(([request]) => request)).toEqual([SUMMARY])
  })

  test('the next call tries another worker after the page could not load the adapter', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    const cause = new TypeError('Failed to fetch dynamically imported module')
    const { worker, workers, transport } = arrange({}, () => Promise.reject(cause))
    const before = transport.send(SUMMARY)
    await worker.sent()
    worker.dispatchEvent(new Event('error'))
    worker.dispatchEvent(new Event('error'))
    transport.expire()
    const error = await before.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ kind: 'unreachable', details: { call: 'GET /summary', cause } })
    transport.refresh()
    const again = transport.send(SUMMARY)
    const next = await vi.waitUntil(() => workers[1])
    const { id } = await next.sent()
    next.say({ kind: 'answer', id, answer: { status: 200, body: null } })
    expect(await again).toEqual({ status: 200, body: null })
    expect(next.received.map(({ kind }) => kind)).toEqual(['open', 'send'])
    expect(workers).toHaveLength(2)
    warned.mockRestore()
  })
})
