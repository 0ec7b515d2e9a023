import type { FastifyInstance } from 'fastify'

/**
 * Returns a function that registers work which continues after the answer. Closing the server waits for it. The work
 * must handle its own failures.
 */
export function workAfterAnswers(app: FastifyInstance): (work: Promise<void>) => void {
  const pending = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    // work may add more
    while (pending.size > 0) await Promise.all(pending)
  })
  return (work) => {
    const settled = work.finally(() => pending.delete(settled))
    pending.add(settled)
  }
}
