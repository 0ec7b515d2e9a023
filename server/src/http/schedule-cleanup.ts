import type { FastifyInstance } from 'fastify'
import { withinSeconds } from '../clock/within-seconds.ts'

/** Seconds for which an app that closes waits for all runs. A mail may take 25. */
export const CLOSE_SECONDS = 30

/**
 * Calls `task` every `minutes` until the app closes, for work that no answer depends on. Skips a run while the one before
 * continues. The app waits for a run before it is closed.
 */
export function scheduleCleanup(
  app: FastifyInstance,
  task: () => Promise<unknown>,
  minutes = 60,
): void {
  let running: Promise<void> | undefined
  async function run() {
    try {
      await task()
    } catch (error) {
      app.log.warn({ err: error }, 'A regular task failed. The next run tries again.')
    }
  }
  const timer = setInterval(() => {
    running ??= run().finally(() => (running = undefined))
  }, minutes * 60_000)
  timer.unref()
  let ending: Promise<void> | undefined
  // the waits of all tasks begin here, because onClose hooks run one after the other
  app.addHook('preClose', (done) => {
    clearInterval(timer)
    ending = withinSeconds(CLOSE_SECONDS, Promise.resolve(running)).catch(() =>
      app.log.warn('A regular task did not end in time. The app closes without waiting for it.'),
    )
    done()
  })
  app.addHook('onClose', () => ending)
}
