import type { Follow } from '@mandap/client/live-message.ts'
import { shareConnection } from '@mandap/client/shared-connection.ts'
import { type Query, useQueryClient } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/compat'
import { session } from '../session/current.ts'
import { createListNews, isListUsed } from './list-news.ts'
import { createLiveUpdates } from './live-updates.ts'
import { NewsPill } from './NewsPill.tsx'

export interface LiveProps {
  follow: Follow
  /** Epoch milliseconds at which this page began to read. */
  since: number
}

/** Follows changes with all tabs of this browser, and fetches again what they affect. */
export function Live({ follow, since }: LiveProps) {
  const queryClient = useQueryClient()
  const [news] = useState(() => createListNews(queryClient, isListUsed))
  useEffect(() => {
    const updates = createLiveUpdates({
      queryClient,
      own: () => session.identity().email,
      isHeld,
      onFetch: news.prepare,
      onOthers: (detail) => void dispatchEvent(new CustomEvent('mandap.change', { detail })),
    })
    const leave = shareConnection({
      follow,
      since,
      name: `mandap.live ${session.person()}`,
      onMessage: updates.handle,
    })
    return () => {
      leave()
      updates.close()
      news.close()
    }
  }, [queryClient, news, follow, since])
  return <NewsPill news={news} />
}

/** Entries are added at the top of the audit log. They must not move it under the pointer. */
function isHeld({ queryKey: [noun, what] }: Query): boolean {
  return noun === 'activity' && what === 'listed' && document.querySelector(HOVERED) !== null
}

const HOVERED = '[data-newest-first]:hover'
