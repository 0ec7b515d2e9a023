import { useSyncExternalStore } from 'react'
import { config } from '../host/config.ts'
import { createSession, type Ended } from './session.ts'

/** The session of this browser. */
export const session = createSession({
  storage: localStorage,
  locks: navigator.locks,
  now: Date.now,
  refreshUrl: () =>
    `${config().identity.refreshUrl}?key=${encodeURIComponent(config().identity.key)}`,
})

addEventListener('storage', session.reread)

export function useSession() {
  return useSyncExternalStore(session.subscribe, session.state)
}

/** Ends the session here and in all tabs, and tells our server so; it ends whether told or not. */
export function endSession(why: Extract<Ended, 'logout' | 'idle'>) {
  const token = session.currentToken()
  const { host, kind } = config()
  session.signOut(why)
  if (kind === 'plain' || !token) return
  fetch(`${host}/session/end`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch(() => {
    // Best effort: the token is forgotten here, and ends by itself within minutes.
  })
}
