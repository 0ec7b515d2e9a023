import { ApiError } from '@mandap/client/api-error.ts'
import { type SessionTokens, withSession } from '@mandap/client/session-tokens.ts'
import type { Transport, TransportAnswer, TransportRequest } from '@mandap/client/transport.ts'
import type { Adapter, AdapterSettings } from './adapter.ts'
import { postTo, type ToWorker, type WorkerEnd } from './worker-messages.ts'

/** Creates the transport to a plain host. A worker keeps the lists, so that a million records delay no key stroke. */
export function workerTransport(settings: AdapterSettings, tokens: SessionTokens): Transport {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const transport = transportTo(worker, settings, tokens, async () => {
    const { createAdapter } = await import('./adapter.ts')
    return createAdapter({ ...settings, tokens })
  })
  // before the queries, which follow the same event on the window, read the lists again
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') transport.expire()
  })
  return transport
}

/** An adapter in the page. */
type AdapterHere = Transport & Partial<Pick<Adapter, 'expire'>>

interface Waiting extends Pick<PromiseWithResolvers<TransportAnswer>, 'resolve' | 'reject'> {
  request: TransportRequest
  signal: AbortSignal | undefined
}

/**
 * Returns the page's side of a worker. If the browser rejects the worker, `createHere` loads the adapter into
 * the page.
 */
export function transportTo(
  worker: WorkerEnd,
  settings: object,
  tokens: SessionTokens,
  createHere: () => Promise<AdapterHere>,
): Adapter {
  const post = (message: ToWorker) => postTo(worker, message)
  const waiting = new Map<number, Waiting>()
  const watchers = new Set<() => void>()
  const changed = () => watchers.forEach((watcher) => watcher())
  let here: Promise<AdapterHere> | null = null
  let lastId = 0

  worker.addEventListener('message', ({ data }) => {
    if (data.kind === 'changed') return changed()
    // for another listener
    if (data.kind === 'live' || data.kind === 'held') return
    const request = waiting.get(data.id)
    if (data.kind === 'answer') request?.resolve(data.answer)
    else if (data.kind === 'failure') request?.reject(new ApiError(data.error, data.details))
    else request?.reject(new Error(data.message))
  })

  // slower without a worker, but complete
  worker.addEventListener('error', (event) => {
    console.warn('The worker failed, so the page keeps the lists', event.message)
    worker.terminate()
    here = createHere().then((adapter) => {
      adapter.watch(changed)
      return adapter
    })
    for (const { request, signal, resolve, reject } of waiting.values())
      sendHere(here, request, signal).then(resolve, reject)
  })

  post({ kind: 'open', settings })

  async function sendToWorker(
    request: TransportRequest,
    token: string | null,
    signal?: AbortSignal,
  ): Promise<TransportAnswer> {
    lastId += 1
    const id = lastId
    const { promise, resolve, reject } = Promise.withResolvers<TransportAnswer>()
    waiting.set(id, { request, signal, resolve, reject })
    const abort = () => {
      post({ kind: 'abort', id })
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
    post({ kind: 'send', id, request, token })
    try {
      return await promise
    } finally {
      waiting.delete(id)
      signal?.removeEventListener('abort', abort)
    }
  }

  return {
    send: (request, signal) =>
      here
        ? sendHere(here, request, signal)
        : withSession(tokens, (token) => {
            signal?.throwIfAborted()
            return here ? sendHere(here, request, signal) : sendToWorker(request, token, signal)
          }),

    refresh() {
      if (here) void here.then((adapter) => adapter.refresh())
      else post({ kind: 'refresh' })
    },

    expire() {
      if (here) void here.then((adapter) => adapter.expire?.())
      else post({ kind: 'expire' })
    },

    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

async function sendHere(
  here: Promise<Transport>,
  request: TransportRequest,
  signal?: AbortSignal,
): Promise<TransportAnswer> {
  return (await here).send(request, signal)
}
