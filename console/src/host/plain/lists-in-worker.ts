import type { Line } from '../call.ts'
import { type FailureDetails, type FailureKind, HostFailure } from '../failure.ts'
import type { Lists, ListSettings } from './lists.ts'

/** The questions that travel to the worker, each with its arguments and the token of the moment. */
type Question = Exclude<keyof Lists, 'watch' | 'refresh' | 'showSwapped'>

export type ToWorker =
  | { kind: 'open'; base: string; timeout: number | undefined; settings: ListSettings }
  | { kind: 'ask'; id: number; question: Question; request: unknown; token: string | null }
  | { kind: 'drop'; id: number }
  | { kind: 'refresh' }
  | { kind: 'showSwapped'; record: Parameters<Lists['showSwapped']>[0] }

export type FromWorker =
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'failure'; id: number; failure: FailureKind; details: FailureDetails }
  | { kind: 'defect'; id: number; message: string }
  | { kind: 'unauthorised'; token: string | null }
  | { kind: 'changed' }

/** The lists, read and kept by a worker, so that a million records never hold up a key stroke. */
export function listsInWorker(line: Line, settings: ListSettings): Lists {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  const post = (message: ToWorker) => worker.postMessage(message)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const watchers = new Set<() => void>()
  let asked = 0

  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    switch (data.kind) {
      case 'answer':
        return waiting.get(data.id)?.resolve(data.value)
      case 'failure':
        return waiting.get(data.id)?.reject(new HostFailure(data.failure, data.details))
      case 'defect':
        return waiting.get(data.id)?.reject(new Error(data.message))
      case 'unauthorised':
        return void reportUnauthorised(line, data.token)
      case 'changed':
        return watchers.forEach((watcher) => watcher())
    }
  })
  // a worker that cannot be loaded, or has died of memory
  worker.addEventListener('error', (event) => {
    const failure = new HostFailure('malformed', { call: 'lists', cause: event.message })
    for (const question of waiting.values()) question.reject(failure)
  })
  post({ kind: 'open', base: line.base, timeout: line.timeout, settings })

  async function ask(question: Question, request: unknown, signal?: AbortSignal): Promise<unknown> {
    const token = await line.token()
    signal?.throwIfAborted()
    asked += 1
    const id = asked
    const answer = Promise.withResolvers<unknown>()
    waiting.set(id, answer)
    const drop = () => {
      post({ kind: 'drop', id })
      answer.reject(signal?.reason)
    }
    signal?.addEventListener('abort', drop, { once: true })
    post({ kind: 'ask', id, question, request, token })
    try {
      return await answer.promise
    } finally {
      waiting.delete(id)
      signal?.removeEventListener('abort', drop)
    }
  }

  type Answer<Q extends Question> = ReturnType<Lists[Q]>
  return {
    bookingsPage: (request, signal) =>
      ask('bookingsPage', request, signal) as Answer<'bookingsPage'>,
    bookingNumbersLike: (text, signal) =>
      ask('bookingNumbersLike', text, signal) as Answer<'bookingNumbersLike'>,
    approvedPartnersPage: (request, signal) =>
      ask('approvedPartnersPage', request, signal) as Answer<'approvedPartnersPage'>,
    approvedPartnerNames: (signal) =>
      ask('approvedPartnerNames', null, signal) as Answer<'approvedPartnerNames'>,
    summary: (signal) => ask('summary', null, signal) as Answer<'summary'>,
    showSwapped: (record) => post({ kind: 'showSwapped', record }),
    refresh: () => post({ kind: 'refresh' }),
    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

// the session may have renewed its token while the worker still asked with the old one
async function reportUnauthorised(line: Line, token: string | null): Promise<void> {
  if (token !== null && token === (await line.token())) line.onUnauthorised()
}
