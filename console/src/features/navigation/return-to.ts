import type { Location } from '../../router/location.ts'
import { useLocation } from '../../router/Router.tsx'
import type { Ended } from '../session/session.ts'

/** The navigation state of the login screen: the requested screen, and why the session ended. */
export interface LoginState {
  from?: Location
  ended?: Ended
}

export function useLoginState(): LoginState {
  return useLocation().state ?? {}
}
