import { bearer, request } from '@mandap/client/http.ts'
import { useSyncExternalStore } from 'preact/compat'
import { config } from '../client/config.ts'
import { createSession, type Ended } from './session.ts'

/** The session of this browser. */
export const session = createSession({
  storage: localStorage,
  locks: navigator.locks,
  now: Date.now,
  refreshUrl() {
    const { refreshUrl, key } = config().identity
    return refreshUrl && `${refreshUrl}?key=${encodeURIComponent(key)}`
  },
})

addEventListener('storage', session.reread)

export function useSession() {
  return useSyncExternalStore(session.subscribe, session.state)
}

/** Ends the session here and in all tabs, and then on the server, whether that call succeeds or not. */
export function endSession(why: Extract<Ended, 'logout' | 'idle'>) {
  const token = session.currentToken()
  session.signOut(why)
  if (token !== null) endOnServer(token)
}

/** Ends the session of a token on the server, if it can. Does not wait for the answer. */
export function endOnServer(token: string) {
  const { host, capabilities } = config()
  if (!capabilities.sessionEnd) return
  request({
    method: 'POST',
    url: `${host}/session/end`,
    call: 'POST /session/end',
    headers: bearer(token),
    keepalive: true,
  }).catch(() => {
    // the token is removed here and expires on the server within minutes
  })
}
