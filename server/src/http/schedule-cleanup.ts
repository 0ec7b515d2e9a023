import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { withinSeconds } from '../clock/within-seconds.ts'

/** Seconds for which an app that closes waits for all runs. A mail may take 25. */
export const CLOSE_SECONDS = 30

/** The failed runs of each task. The scopes of an app have one server. */
const failures = new WeakMap<Server, Record<string, number>>()

/** Returns how many runs of each task of an app failed, by its name. The values change. */
export function taskFailures({ server }: FastifyInstance): Record<string, number> {
  const known = failures.get(server) ?? {}
  failures.set(server, known)
  return known
}

/**
 * Calls `task` every `minutes` until the app closes, for work that no answer depends on. Skips a run while the one before
 * continues. The app waits for a run before it is closed. `name` is for the log and the metrics.
 */
export function scheduleCleanup(
  app: FastifyInstance,
  name: string,
  task: () => Promise<unknown>,
  minutes = 60,
): void {
  const failed = taskFailures(app)
  failed[name] ??= 0
  let running: Promise<void> | undefined
  async function run() {
    try {
      await task()
    } catch (error) {
      failed[name] = (failed[name] ?? 0) + 1
      app.log.warn({ task: name, err: error }, 'A regular task failed. The next run tries again.')
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
      app.log.warn(
        { task: name },
        'A regular task did not end in time. The app closes without waiting for it.',
      ),
    )
    done()
  })
  app.addHook('onClose', () => ending)
}
