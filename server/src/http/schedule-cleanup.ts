import type { FastifyInstance } from 'fastify'

/** Calls `sweep` every `minutes` until the app closes. It deletes rows that no answer depends on. */
export function scheduleCleanup(
  app: FastifyInstance,
  sweep: () => Promise<unknown>,
  minutes = 60,
): void {
  const timer = setInterval(() => {
    sweep().catch((error: unknown) =>
      app.log.warn({ err: error }, 'Old rows could not be deleted. The next clean-up tries again.'),
    )
  }, minutes * 60_000)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
