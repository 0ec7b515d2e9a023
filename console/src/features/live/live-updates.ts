import type { LiveMessage } from '@mandap/client/live-message.ts'
import type { ChangeEvent } from '@mandap/contract/live.ts'
import type { AuditKind } from '@mandap/domain/audit/kind.ts'
import { READING_KINDS } from '@mandap/domain/audit/reading.ts'
import { isObject, readNumber } from '@mandap/domain/wire/read.ts'
import type { Query, QueryClient } from '@tanstack/preact-query'
import { canChange } from '../client/query-client.ts'
import { isAffected } from './affected.ts'
import type { LastChange } from './last-change.ts'
import { recordKey } from '../client/query-keys.ts'

interface Settings {
  queryClient: QueryClient
  /** The e-mail address of the signed-in administrator. */
  own: () => string
  /** Returns whether the answer to a query must stay as it is for now, because a person uses what it shows. */
  isHeld?: (query: Query) => boolean
  /** Called before queries are fetched again because of changes. */
  onFetch?: (queries: readonly Query[]) => void
  /** Called with each change that another person made to a record. */
  onOthers?: (change: LastChange) => void
  random?: () => number
}

/** Milliseconds between two fetches of what is shown. */
const INTERVAL_MS = 1000

/** Milliseconds over which the consoles that show the same list spread their first fetch. */
const SPREAD_MS = 150

/** The kinds of event after which a record has the version that it had before. */
const SAME_VERSION: readonly AuditKind[] = ['delete', 'restore', ...READING_KINDS]

/** Fetches what is shown again after changes, at most once a second. */
export function createLiveUpdates(settings: Settings) {
  const { queryClient, own, isHeld = () => false, random = Math.random } = settings
  const { onFetch = () => {}, onOthers = () => {} } = settings
  let changes: ChangeEvent[] = []
  let isAny = false
  /** Affected queries that are fetched once nobody uses what they show. */
  let held = new Set<Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = Number.NEGATIVE_INFINITY

  function schedule() {
    // not Date.now(), because a person or the network can set the clock back by hours
    const next = Math.max(last + INTERVAL_MS - performance.now(), random() * SPREAD_MS)
    timer ??= setTimeout(flush, next)
  }

  function flush() {
    timer = undefined
    last = performance.now()
    const affects = (query: Query) =>
      held.has(query) ||
      (canChange(query.queryKey) &&
        (isAny || changes.some((change) => isAffected(query.queryKey, change))))
    const affected = queryClient.getQueryCache().findAll({ predicate: affects })
    changes = []
    isAny = false
    held = new Set(affected.filter((query) => query.isActive() && isHeld(query)))
    if (held.size > 0) schedule()
    const next = affected.filter((query) => !held.has(query))
    if (next.length === 0) return
    onFetch(next)
    void queryClient.invalidateQueries({
      predicate: (query) => next.includes(query),
      refetchType: 'active',
    })
  }

  /** Returns whether this tab made the change, and has fetched what it affects. */
  function isKnown({ kind, subject, subjectId, by, version }: ChangeEvent): boolean {
    if (by !== own() || version === null || SAME_VERSION.includes(kind)) return false
    const noun = subject === 'booking' ? 'bookings' : 'partners'
    const data: unknown = subjectId !== null && queryClient.getQueryData(recordKey(noun, subjectId))
    return isObject(data) && (readNumber(data['version']) ?? 0) >= version
  }

  return {
    handle: (message: LiveMessage): void => {
      if (message.is === 'many') isAny = true
      else if (message.is === 'change' && !isKnown(message.change)) {
        const { change } = message
        changes.push(change)
        const { subject, subjectId, by, name, kind } = change
        if (subjectId !== null && by !== null && by !== own() && !READING_KINDS.includes(kind))
          onOthers({ subject, id: subjectId, kind, who: name || by, at: Date.now() })
      } else return
      schedule()
    },
    close: () => clearTimeout(timer),
  }
}
