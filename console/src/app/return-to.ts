import { type Location, useLocation } from 'react-router'
import type { Ended } from '../session/session.ts'

/** What the login screen is told through navigation state: where one wanted to go, and why one is here. */
export interface LoginState {
  from?: Location
  ended?: Ended
}

export function useLoginState(): LoginState {
  return (useLocation().state as LoginState | null) ?? {}
}

/** What the login screen is told when a session ended at this location; who logged out wants nothing kept. */
export function endedAt(from: Location, ended: Ended): LoginState {
  return ended === 'logout' ? {} : { from, ended }
}
