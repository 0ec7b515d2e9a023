import { isDatabaseLost } from '@mandap/client/api-error.ts'
import { notifyManager, type Query, useQueryClient } from '@tanstack/preact-query'
import { useCallback, useEffect, useSyncExternalStore } from 'preact/compat'
import { useHasWaitingWrites } from '../features/client/waiting-writes.ts'
import { Icon } from '../ui/Icon.tsx'
import { showInDialogs } from '../ui/Toast.tsx'

const OFFLINE = 'You are offline. The data may be out of date. It reloads when you are back online.'
const WAITING =
  'The server is waiting for its database. Keep this page open: loading and saving continue by themselves.'

/**
 * Says at the top of the page that the browser is offline, or that calls wait for the database of the server. When the
 * browser is online again, the data on the screen is fetched again.
 */
export function ConnectionNotice() {
  const isOnline = useSyncExternalStore(follow, () => navigator.onLine)
  const isWaiting = useIsWaiting()
  const text = isOnline ? isWaiting && WAITING : OFFLINE
  useEffect(() => {
    showInDialogs(isWaiting ? WAITING : null)
    return () => showInDialogs(null)
  }, [isWaiting])
  return (
    <output>
      {text && (
        <span className="block border-b border-line bg-warning-soft text-warning-text">
          <span className="mx-auto flex max-w-[90rem] items-center gap-2.5 px-4 py-1.5 sm:px-6 lg:px-8">
            <Icon name="alert" className="size-4.5" />
            {text}
          </span>
        </span>
      )}
    </output>
  )
}

/** Returns whether a read or a write will be sent again because the database of the server is lost. */
function useIsWaiting(): boolean {
  const hasWaitingWrites = useHasWaitingWrites()
  const client = useQueryClient()
  // Unlike `useIsFetching`, this does not go through all queries each time that a screen renders.
  const followReads = useCallback(
    (changed: () => void) => {
      const read = notifyManager.batchCalls(changed)
      return client.getQueryCache().subscribe(({ type }) => {
        if (type === 'updated' || type === 'removed') read()
      })
    },
    [client],
  )
  const hasWaitingReads = useSyncExternalStore(
    followReads,
    () => client.isFetching({ predicate: isWaitingForDatabase }) > 0,
  )
  return hasWaitingWrites || hasWaitingReads
}

function isWaitingForDatabase({ state }: Query): boolean {
  return isDatabaseLost(state.fetchFailureReason)
}

function follow(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
