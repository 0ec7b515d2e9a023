import type { FastifyInstance } from 'fastify'

/** Calls `task` every `minutes` until the app closes, for work that no answer depends on. */
export function scheduleCleanup(
  app: FastifyInstance,
  task: () => Promise<unknown>,
  minutes = 60,
): void {
  const timer = setInterval(() => {
    task().catch((error: unknown) =>
      app.log.warn({ err: error }, 'A regular task failed. The next run tries again.'),
    )
  }, minutes * 60_000)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
