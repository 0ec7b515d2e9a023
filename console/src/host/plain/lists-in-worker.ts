import { type Line, withSession } from '../call.ts'
import { type ApiErrorDetails, type ApiErrorKind, ApiError } from '../api-error.ts'
import { type ListSettings, type Lists, listsOf } from './lists.ts'

/** The questions that travel to the worker, each with its arguments and the token of the moment. */
type Question = Exclude<
  keyof Lists,
  'watch' | 'refresh' | 'showSwapped' | 'showDecided' | 'showDeleted'
>

interface Waiting extends Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'> {
  question: Question
  request: unknown
}

export type ToWorker =
  | { kind: 'open'; base: string; timeout: number | undefined; settings: ListSettings }
  | { kind: 'ask'; id: number; question: Question; request: unknown; token: string | null }
  | { kind: 'drop'; id: number }
  | { kind: 'refresh' }
  | { kind: 'showSwapped' | 'showDecided'; record: Parameters<Lists['showSwapped']>[0] }
  | { kind: 'showDeleted'; partnerId: string }

export type FromWorker =
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'failure'; id: number; failure: ApiErrorKind; details: ApiErrorDetails }
  | { kind: 'defect'; id: number; message: string }
  | { kind: 'changed' }

/** The lists, read and kept by a worker, so that a million records never hold up a key stroke. */
export function listsInWorker(line: Line, settings: ListSettings): Lists {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  const post = (message: ToWorker) => worker.postMessage(message)
  const waiting = new Map<number, Waiting>()
  const watchers = new Set<() => void>()
  const changed = () => watchers.forEach((watcher) => watcher())
  let here: Lists | null = null
  let asked = 0

  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'changed') return changed()
    const question = waiting.get(data.id)
    if (data.kind === 'answer') question?.resolve(data.value)
    else if (data.kind === 'failure') question?.reject(new ApiError(data.failure, data.details))
    else question?.reject(new Error(data.message))
  })

  // a page that may not load workers does without: slower, but whole
  worker.addEventListener('error', (event) => {
    console.warn('The lists are kept without a worker', event.message)
    worker.terminate()
    here = listsOf(line, settings)
    here.watch(changed)
    for (const { question, request, resolve, reject } of waiting.values())
      askHere(here, question, request).then(resolve, reject)
  })

  post({ kind: 'open', base: line.base, timeout: line.timeout, settings })

  function ask(question: Question, request: unknown, signal?: AbortSignal): Promise<unknown> {
    return withSession(line, async (token) => {
      signal?.throwIfAborted()
      if (here) return askHere(here, question, request)
      asked += 1
      const id = asked
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      waiting.set(id, { question, request, resolve, reject })
      const drop = () => {
        post({ kind: 'drop', id })
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', drop, { once: true })
      post({ kind: 'ask', id, question, request, token })
      try {
        return await promise
      } finally {
        waiting.delete(id)
        signal?.removeEventListener('abort', drop)
      }
    })
  }

  type Answer<Q extends Question> = ReturnType<Lists[Q]>
  return {
    bookingsPage: (request, signal) =>
      ask('bookingsPage', request, signal) as Answer<'bookingsPage'>,
    bookingNumbersLike: (text, signal) =>
      ask('bookingNumbersLike', text, signal) as Answer<'bookingNumbersLike'>,
    partnersPage: (request, signal) =>
      ask('partnersPage', request, signal) as Answer<'partnersPage'>,
    partnerCounts: (search, signal) =>
      ask('partnerCounts', search, signal) as Answer<'partnerCounts'>,
    approvedPartnerNames: (signal) =>
      ask('approvedPartnerNames', null, signal) as Answer<'approvedPartnerNames'>,
    exportFile: (request) => ask('exportFile', request) as Answer<'exportFile'>,
    summary: (signal) => ask('summary', null, signal) as Answer<'summary'>,
    usersPage: (request, signal) => ask('usersPage', request, signal) as Answer<'usersPage'>,
    userBookingCounts: (of, signal) =>
      ask('userBookingCounts', of, signal) as Answer<'userBookingCounts'>,
    totals: (today, signal) => ask('totals', today, signal) as Answer<'totals'>,
    firstRecords: (signal) => ask('firstRecords', null, signal) as Answer<'firstRecords'>,
    search: (text, signal) => ask('search', text, signal) as Answer<'search'>,

    showSwapped(record) {
      if (here) here.showSwapped(record)
      else post({ kind: 'showSwapped', record })
    },

    showDeleted(partnerId) {
      if (here) here.showDeleted(partnerId)
      else post({ kind: 'showDeleted', partnerId })
    },

    showDecided(record) {
      if (here) here.showDecided(record)
      else post({ kind: 'showDecided', record })
    },

    refresh() {
      if (here) here.refresh()
      else post({ kind: 'refresh' })
    },

    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

function askHere(lists: Lists, question: Question, request: unknown): Promise<unknown> {
  const read = lists[question] as (request: unknown) => Promise<unknown>
  return read(request)
}
