/** Milliseconds without further activity after which activity is recorded (§2.17). */
export const ACTIVITY_DEBOUNCE_MS = 200

/** The default for the minutes without activity after which a session ends (§2.17). */
export const IDLE_MINUTES = 15

/** How long before the end of the session the warning appears (§2.17). */
const WARNING_MS = 60_000

export type IdleState = 'active' | 'warned' | 'ended'

/** Returns the state of a session after `idle` milliseconds without activity; it ends after `limit` (§2.17). */
export function idleState(idle: number, limit: number): IdleState {
  if (idle >= limit) return 'ended'
  // with a limit of less than two minutes, the warning appears after half of it
  return idle >= limit - Math.min(WARNING_MS, limit / 2) ? 'warned' : 'active'
}
