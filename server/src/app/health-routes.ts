import type { Database } from '../database/connection.ts'
import type { DocumentStore } from '../document-store/store.ts'
import type { App } from '../http/app.ts'
import { envelope } from '../http/http-error.ts'
import { registerRoute } from '../http/route.ts'
import { hasMetricsToken } from '../metrics/token.ts'
import type { Drain } from './drain.ts'
import { isReady, isReadyBy, partStates } from './readiness.ts'

interface Dependencies {
  db: Database
  store: Pick<DocumentStore, 'check'>
  drain: Drain
  metricsToken: string | undefined
}

const OK = { status: 'ok' } as const

/**
 * Registers `GET /health` (the process answers) and `GET /health/ready` (it can answer calls). With the metrics token, the
 * latter has the state of each part.
 */
export function registerHealth(app: App, { metricsToken, ...dependencies }: Dependencies) {
  const { drain } = dependencies
  app.addHook('preClose', async () => drain.begin())
  registerRoute(app, 'GET /health', () => OK)
  registerRoute(app, 'GET /health/ready', async (request, reply) => {
    drain.noteCheck()
    if (hasMetricsToken(request, metricsToken)) {
      const parts = await partStates(dependencies)
      if (isReadyBy(parts)) return { ...OK, parts }
      return reply.code(503).send({ ...notReady(), parts })
    }
    return (await isReady(dependencies)) ? OK : reply.code(503).send(notReady())
  })
}

function notReady() {
  return envelope('NOT_READY', 'The server is not ready.')
}
