import { useSyncExternalStore } from 'preact/compat'
import { Icon } from '../ui/Icon.tsx'

/**
 * Says at the top of the page that the browser is offline. When it is online again, the data on the screen is
 * fetched again.
 */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(follow, () => navigator.onLine)
  return (
    <output>
      {!isOnline && (
        <span className="block border-b border-line bg-warning-soft text-warning-text">
          <span className="mx-auto flex max-w-[90rem] items-center gap-2.5 px-4 py-1.5 sm:px-6 lg:px-8">
            <Icon name="alert" className="size-4.5" />
            You are offline. The data may be out of date. It reloads when you are back online.
          </span>
        </span>
      )}
    </output>
  )
}

function follow(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
