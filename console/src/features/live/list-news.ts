import { type Query, type QueryClient, replaceEqualDeep } from '@tanstack/preact-query'
import type { Page } from '../list/page.ts'
import { listedIn, listedKey } from '../client/query-keys.ts'

interface Row {
  id: string
}

/** Milliseconds in which the answers to a fetch after a change by others arrive. */
const ANSWER_MS = 5000

/**
 * Keeps the rows of a list in their places while a person uses it: new answers change the rows, but neither their order
 * nor which rows there are, so that no row moves away under the pointer. The answers wait until the person asks for them.
 */
export function createListNews(queryClient: QueryClient, isUsed: () => boolean) {
  /** The pages on the screen that have been fetched because of a change by others. */
  const prepared = new Set<Query>()
  const waiting = new Map<Query, unknown>()
  const listeners = new Set<() => void>()
  let lastFetch = 0
  let isShowing = false

  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'observerRemoved' && type !== 'removed') return
    if (query.getObserversCount() > 0) return
    prepared.delete(query)
    if (waiting.has(query)) show([query])
  })

  function notify() {
    for (const listener of listeners) listener()
  }

  function show(queries: readonly Query[]) {
    isShowing = true
    for (const query of queries) {
      const answer = waiting.get(query)
      waiting.delete(query)
      // a removed query is not stored again
      if (queryClient.getQueryCache().get(query.queryHash)) query.setData(answer)
    }
    isShowing = false
    notify()
  }

  /** Returns whether an answer shows a change by others to a list in use, and not one that was made in this tab. */
  function mustWait(query: Query): boolean {
    if (isShowing || !isUsed()) return false
    const from = Date.now() - ANSWER_MS
    const isOwn = queryClient
      .getMutationCache()
      .findAll({ mutationKey: [query.queryKey[0]] })
      .some(({ state: { status, submittedAt } }) =>
        // a write that has no answer yet changes the list itself once it has one, without a fetch
        status === 'pending'
          ? query.state.fetchStatus === 'idle'
          : status === 'success' && submittedAt > from,
      )
    return !isOwn && (waiting.has(query) || lastFetch > from)
  }

  /** Returns what a list shows after an answer. What is equal stays the same object, as without this function. */
  function shownAfter(before: unknown, next: unknown): unknown {
    const query = [...prepared].find(({ state }) => state.data === before)
    const shown = before as Page<Row> | undefined
    const answer = next as Page<Row>
    if (!query || !shown) return replaceEqualDeep(before, next)
    const waits = !hasSameRows(shown, answer) && mustWait(query)
    if (waits) waiting.set(query, answer)
    if (waits || waiting.delete(query)) queueMicrotask(notify)
    return replaceEqualDeep(shown, waits ? inPlace(shown, answer) : answer)
  }

  return {
    /** Prepares pages of lists that are fetched because of a change by others. */
    prepare: (queries: readonly Query[]): void => {
      lastFetch = Date.now()
      for (const query of queries) {
        const [noun] = query.queryKey
        if (noun === 'activity' || !listedIn(query.queryKey) || !query.isActive()) continue
        prepared.add(query)
        for (const observer of query.observers)
          observer.setOptions({ ...observer.options, structuralSharing: shownAfter })
        // a component that renders again replaces the options of its observer by its own ones and these
        queryClient.setQueryDefaults(listedKey(noun), { structuralSharing: shownAfter })
      }
    },
    hasNews: () => waiting.size > 0,
    showNews: () => show([...waiting.keys()]),
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    close: (): void => {
      unsubscribe()
      prepared.clear()
    },
  }
}

export type ListNewsStore = ReturnType<typeof createListNews>

/** Returns the shown page with the rows of the answer in the places that they have. */
function inPlace(shown: Page<Row>, answer: Page<Row>): Page<Row> {
  const rows = new Map(answer.rows.map((row) => [row.id, row]))
  return { ...shown, rows: shown.rows.map((row) => rows.get(row.id) ?? row) }
}

function hasSameRows(one: Page<Row>, other: Page<Row>): boolean {
  return (
    one.rows.length === other.rows.length &&
    one.rows.every(({ id }, at) => id === other.rows[at]?.id)
  )
}

/** What a person uses of a list. The focus in a modal dialog is not within the card that opened it. */
const USED = ['li[data-index]:hover', 'li[data-index]:focus-within', 'li[data-index] dialog[open]']

/** Returns whether a person points at a list, has the focus in it, has opened a dialog of a card, or has scrolled in it. */
export function isListUsed(): boolean {
  if (document.querySelector(USED.join(','))) return true
  let element = document.querySelector('li[data-index]')
  while (element && element.scrollTop === 0) element = element.parentElement
  return element !== null
}
