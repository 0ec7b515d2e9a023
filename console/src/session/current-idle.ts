import { useSyncExternalStore } from 'react'
import { config } from '../app/config.ts'
import { endSession, session } from './current.ts'
import { createIdle } from './idle.ts'
import { ACTIVE_KEY } from './session.ts'

/** What counts as activity. Not scrolling, which the console does by itself too. */
const ACTS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove'] as const

/** The activity of this browser (§2.17). */
export const idle = createIdle({
  session,
  storage: localStorage,
  now: Date.now,
  limit: () => config().idleMinutes * 60_000,
  onEnded: () => endSession('idle'),
})

for (const act of ACTS) addEventListener(act, idle.active, { capture: true, passive: true })
// timers of a tab that is hidden or of a machine that slept are late
for (const back of ['focus', 'pageshow']) addEventListener(back, idle.look)
document.addEventListener('visibilitychange', idle.look)
addEventListener('storage', ({ key }) => {
  if (key === ACTIVE_KEY) idle.look()
})

export function useIdleWarning(): boolean {
  return useSyncExternalStore(idle.subscribe, idle.isWarned)
}
