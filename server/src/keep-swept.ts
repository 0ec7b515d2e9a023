import type { FastifyInstance } from 'fastify'

const SWEEP_MINUTES = 60

/** Calls `sweep`, which forgets what no answer depends on, once an hour while the app is there. */
export function keepSwept(app: FastifyInstance, sweep: () => Promise<unknown>): void {
  const timer = setInterval(() => {
    sweep().catch((error: unknown) =>
      app.log.warn({ err: error }, 'Old rows could not be swept; it is tried again later.'),
    )
  }, SWEEP_MINUTES * 60_000)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
