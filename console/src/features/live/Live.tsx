import { keepConnected } from '@mandap/client/live-connection.ts'
import type { Follow, LiveMessage } from '@mandap/client/live-message.ts'
import { shareConnection } from '@mandap/client/shared-connection.ts'
import { useQueryClient } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/compat'
import { useClient } from '../client/client-context.ts'
import { session } from '../session/current.ts'
import { createListNews, isListUsed } from './list-news.ts'
import { isHeld } from './held-log.ts'
import { createLiveUpdates } from './live-updates.ts'
import { createOwnPresence } from './own-presence.ts'
import { refetchPresence } from './presence.ts'
import { NewsPill } from './NewsPill.tsx'

export interface LiveProps {
  follow: Follow
  /** Epoch milliseconds at which this page began to read. */
  since: number
}

/** Follows changes, with all tabs of this browser if they share a stream, and fetches again what they affect. */
export function Live({ follow, since }: LiveProps) {
  const client = useClient()
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
    const presence = createOwnPresence(client, queryClient, follow.isOfTab)
    const onMessage = (message: LiveMessage) => {
      if (message.is === 'open') {
        presence.follow(message.stream)
        // who opened or closed a record while there was no stream is not repeated
        refetchPresence(queryClient, null)
      } else if (message.is === 'presence') refetchPresence(queryClient, message.records)
      else {
        const position = positionOf(message)
        if (position) client.readFrom?.(position)
        updates.handle(message)
      }
    }
    const leave = follow.isOfTab
      ? keepConnected({ follow, after: null, since, onMessage })
      : shareConnection({ follow, since, name: `mandap.live ${session.person()}`, onMessage })
    return () => {
      leave()
      presence.close()
      updates.close()
      news.close()
    }
  }, [client, queryClient, news, follow, since])
  return <NewsPill news={news} />
}

/** Returns the position of the change in a message, which the reads that it causes must contain. */
function positionOf(message: LiveMessage): string | undefined {
  if (message.is === 'change') return message.change.position
  return message.is === 'many' ? message.position : undefined
}
