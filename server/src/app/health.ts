import type { Database } from '../database/connection.ts'
import type { DocumentStore } from '../document-store/store.ts'
import type { App } from '../http/app.ts'
import { envelope } from '../http/http-error.ts'
import { hasMetricsToken } from '../metrics/token.ts'
import type { Drain } from './drain.ts'
import { isReady, isReadyBy, partStates } from './readiness.ts'

interface Dependencies {
  db: Database
  store: Pick<DocumentStore, 'check'>
  drain: Drain
  metricsToken: string | undefined
}

/**
 * Handles `GET /health` (the process answers) and `GET /health/ready` (it can answer calls). With the metrics token, the
 * latter has the state of each part.
 */
export function registerHealth(app: App, { metricsToken, ...dependencies }: Dependencies) {
  const { drain } = dependencies
  app.addHook('preClose', async () => drain.begin())
  app.get('/health', () => ({ status: 'ok' }))
  app.get('/health/ready', async (request, reply) => {
    drain.noteCheck()
    if (hasMetricsToken(request, metricsToken)) {
      const parts = await partStates(dependencies)
      if (isReadyBy(parts)) return { status: 'ok', parts }
      return reply.code(503).send({ ...notReady(), parts })
    }
    return (await isReady(dependencies)) ? { status: 'ok' } : reply.code(503).send(notReady())
  })
}

function notReady() {
  return envelope('NOT_READY', 'The server is not ready.')
}
