import { type ComponentType, useEffect, useState } from 'preact/compat'
import { useClient } from '../client/client-context.ts'
import { config } from '../client/config.ts'
import { FIRST_SCREEN_MS } from '../client/first-screen.ts'
import { useSession } from '../session/current.ts'
import type { LiveProps } from './Live.tsx'

/** Milliseconds before this component is rendered in which a list may have been read. */
const READING_MS = 10_000

/** Follows what others change, if the host sends it (a capability), once the first screen has loaded. */
export function LiveRoot() {
  const { follow } = useClient()
  const isSignedIn = useSession().token !== null
  const isFollowing = follow !== undefined && isSignedIn && config().capabilities.liveChanges
  const [since] = useState(() => Math.max(performance.timeOrigin, Date.now() - READING_MS))
  const [Live, setLive] = useState<ComponentType<LiveProps> | null>(null)
  useEffect(() => {
    if (!isFollowing) return undefined
    const timer = setTimeout(() => {
      import('./Live.tsx')
        .then((loaded) => setLive(() => loaded.Live))
        // without this part, the screens work as on a host without live changes
        .catch(() => {})
    }, FIRST_SCREEN_MS)
    return () => clearTimeout(timer)
  }, [isFollowing])
  return isFollowing && Live && <Live follow={follow} since={since} />
}
