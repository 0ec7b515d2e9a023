import { ApiError } from '@mandap/client/api-error.ts'
import { type SessionTokens, withSession } from '@mandap/client/session-tokens.ts'
import type { Transport, TransportAnswer, TransportRequest } from '@mandap/client/transport.ts'
import type { Adapter, AdapterSettings } from './adapter.ts'
import { postTo, type WorkerEnd } from './worker-messages.ts'

/** Creates the transport to a plain host. A worker keeps the lists, so that a million records delay no key stroke. */
export function workerTransport(settings: AdapterSettings, tokens: SessionTokens): Transport {
  const transport = transportTo(
    () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
    settings,
    tokens,
    async () => {
      const { createAdapter } = await import('./adapter.ts')
      return createAdapter({ ...settings, tokens })
    },
  )
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
 * Returns the page's side of a worker. If the worker fails, `createHere` loads the adapter into the page. If that fails
 * too, the next call opens another worker, because a browser may not load a failed module again.
 */
export function transportTo(
  open: () => WorkerEnd,
  settings: object,
  tokens: SessionTokens,
  createHere: () => Promise<AdapterHere>,
): Adapter {
  const waiting = new Map<number, Waiting>()
  const watchers = new Set<() => void>()
  const changed = () => watchers.forEach((watcher) => watcher())
  let worker: WorkerEnd | null = start()
  let here: Promise<AdapterHere> | null = null
  let lastId = 0

  function start(): WorkerEnd {
    const started = open()
    let isRunning = false

    started.addEventListener('message', ({ data }) => {
      isRunning = true
      if (data.kind === 'changed') return changed()
      // followWorker and demoTransport handle these messages
      if (data.kind === 'live' || data.kind === 'held') return
      const request = waiting.get(data.id)
      if (data.kind === 'answer') request?.resolve(data.answer)
      else if (data.kind === 'failure') request?.reject(new ApiError(data.error, data.details))
      else request?.reject(new Error(data.message))
    })

    // slower without a worker, but complete
    started.addEventListener('error', (event) => {
      if (worker !== started) return
      console.warn('The worker failed, so the page keeps the lists', event.message)
      started.terminate()
      worker = null
      loadHere(isRunning)
    })

    postTo(started, { kind: 'open', settings })
    return started
  }

  /** Loads the adapter into the page, and sends it the calls that wait, except writes that the worker may have sent. */
  function loadHere(wasRunning: boolean): void {
    const created = createHere().then((adapter) => {
      adapter.watch(changed)
      return adapter
    })
    here = created
    created.catch(() => (here = null))
    for (const { request, signal, resolve, reject } of waiting.values())
      if (wasRunning && isWrite(request)) reject(new ApiError('unreachable', { call: request.key }))
      else sendHere(created, request, signal).then(resolve, reject)
  }

  async function sendToWorker(
    request: TransportRequest,
    token: string | null,
    signal?: AbortSignal,
  ): Promise<TransportAnswer> {
    lastId += 1
    const id = lastId
    const { promise, resolve, reject } = Promise.withResolvers<TransportAnswer>()
    const receiver = (worker ??= start())
    waiting.set(id, { request, signal, resolve, reject })
    const abort = () => {
      postTo(receiver, { kind: 'abort', id })
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
    postTo(receiver, { kind: 'send', id, request, token })
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
      if (here) void here.then((adapter) => adapter.refresh()).catch(() => {})
      else if (worker) postTo(worker, { kind: 'refresh' })
    },

    expire() {
      if (here) void here.then((adapter) => adapter.expire?.()).catch(() => {})
      else if (worker) postTo(worker, { kind: 'expire' })
    },

    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

function isWrite({ key }: TransportRequest): boolean {
  return !key.startsWith('GET ')
}

async function sendHere(
  here: Promise<Transport>,
  request: TransportRequest,
  signal?: AbortSignal,
): Promise<TransportAnswer> {
  const adapter = await here.catch((cause: unknown) => {
    throw new ApiError('unreachable', { call: request.key, cause })
  })
  return adapter.send(request, signal)
}
