import { idle } from './idle.ts'

/** Signs that a person uses the page. */
const INPUTS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const

/**
 * Loads code one part after the other while the browser is idle, from the first input on, so that what a person opens
 * next is there. A part that fails is loaded again when it is opened. Returns a function that stops it.
 */
export function preloadWhenIdle(loads: readonly (() => Promise<unknown>)[]): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const started = new AbortController()

  async function start() {
    started.abort()
    for (const load of loads) {
      await idle()
      if (signal.aborted) return
      await load().catch(() => {})
    }
  }

  if (!savesData()) {
    for (const type of INPUTS)
      addEventListener(type, () => void start(), {
        passive: true,
        signal: AbortSignal.any([signal, started.signal]),
      })
  }
  return () => stop.abort()
}

/** Returns whether the person asked the browser to load less. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
