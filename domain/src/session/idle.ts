/** Activity counts once it has rested for so many milliseconds (§2.17). */
export const ACTIVITY_DEBOUNCE = 200

/** A session ends after so many minutes without activity, unless the installation says otherwise. */
export const IDLE_MINUTES = 15

const WARNING = 60_000

/** What an idle session is at: `warned` from one minute before it has `ended`. */
export type IdleState = 'active' | 'warned' | 'ended'

/** The state after `idle` milliseconds without activity, where `limit` end the session (§2.17). */
export function idleState(idle: number, limit: number): IdleState {
  if (idle >= limit) return 'ended'
  // a limit near a minute still leaves half of itself unwarned
  return idle >= limit - Math.min(WARNING, limit / 2) ? 'warned' : 'active'
}
