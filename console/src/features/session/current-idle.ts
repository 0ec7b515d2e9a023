import { useSyncExternalStore } from 'preact/compat'
import { config } from '../client/config.ts'
import { endSession, session } from './current.ts'
import { createIdleTimer } from './idle.ts'
import { ACTIVE_KEY } from './session.ts'

/** Not scrolling, because lists also scroll by themselves. */
const ACTIVITY_EVENTS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove'] as const

/** The inactivity of this browser (§2.17). */
export const idleTimer = createIdleTimer({
  session,
  storage: localStorage,
  now: Date.now,
  limit: () => config().idleMinutes * 60_000,
  onEnded: () => endSession('idle'),
})

for (const type of ACTIVITY_EVENTS)
  addEventListener(type, idleTimer.onActivity, { capture: true, passive: true })
// timers are late in a hidden tab and on a computer that slept
for (const type of ['focus', 'pageshow']) addEventListener(type, idleTimer.check)
document.addEventListener('visibilitychange', idleTimer.check)
addEventListener('storage', ({ key }) => {
  if (key === ACTIVE_KEY) idleTimer.check()
})

export function useIdleWarning(): boolean {
  return useSyncExternalStore(idleTimer.subscribe, idleTimer.isWarned)
}
