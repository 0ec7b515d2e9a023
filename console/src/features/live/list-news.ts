import type { Query, QueryClient } from '@tanstack/preact-query'
import type { Page } from '../list/page.ts'

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
  const waiting = new Map<Query, unknown>()
  const listeners = new Set<() => void>()
  let lastFetch = 0
  let isShowing = false

  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'observerRemoved' && type !== 'removed') return
    if (waiting.has(query) && query.getObserversCount() === 0) show([query])
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
    const writes = queryClient.getMutationCache().getAll()
    if (writes.some(({ state }) => state.submittedAt > from)) return false
    return waiting.has(query) || lastFetch > from
  }

  return {
    /** Prepares pages of lists that are fetched because of a change by others. */
    prepare: (queries: readonly Query[]): void => {
      lastFetch = Date.now()
      for (const query of queries)
        if (query.queryKey[1] === 'listed' && query.queryKey[0] !== 'activity')
          query.options.structuralSharing = (before: unknown, next: unknown) => {
            const shown = before as Page<Row> | undefined
            const answer = next as Page<Row>
            if (!shown || hasSameRows(shown, answer) || !mustWait(query)) {
              if (waiting.delete(query)) queueMicrotask(notify)
              return answer
            }
            waiting.set(query, answer)
            queueMicrotask(notify)
            return inPlace(shown, answer)
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
    close: unsubscribe,
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

/** Returns whether a person points at a list, has the focus in it, or has scrolled in it. */
export function isListUsed(): boolean {
  if (document.querySelector('li[data-index]:hover, li[data-index]:focus-within')) return true
  let element = document.querySelector('li[data-index]')
  while (element && element.scrollTop === 0) element = element.parentElement
  return element !== null
}
