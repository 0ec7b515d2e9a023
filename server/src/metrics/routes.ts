import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { App } from '../http/app.ts'
import { answerNotFound, registerErrors } from '../http/errors.ts'
import { HttpError } from '../http/http-error.ts'
import { metricsHost } from './address.ts'
import type { Measured, Metrics } from './registry.ts'
import { hasMetricsToken } from './token.ts'

type Settings = Pick<Config, 'host' | 'metricsPort' | 'metricsToken'>

/**
 * Counts all answers of `app` except streams, and handles `GET /metrics`: on a port of its own, or with the token on the port of `app`.
 * Does nothing if the settings name neither.
 */
export async function registerMetrics(
  app: App,
  { host, metricsPort, metricsToken }: Settings,
  measured: Measured,
): Promise<void> {
  if (metricsPort === undefined && metricsToken === undefined) return
  // a server without metrics does not load their library
  const { createMetrics } = await import('./registry.ts')
  const metrics = createMetrics(measured)
  const names = new Map<string, string>()
  app.addHook('onResponse', (request, reply, done) => {
    metrics.countAnswer(callOf(request, names), reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
  if (metricsPort === undefined) return registerRoute(app, metrics, metricsToken)

  const own = Fastify({ loggerInstance: app.log })
  registerErrors(own)
  own.setNotFoundHandler(answerNotFound)
  registerRoute(own, metrics, metricsToken)
  const address = metricsHost({ host, metricsToken })
  app.addHook('onReady', async () => void (await own.listen({ host: address, port: metricsPort })))
  app.addHook('onClose', () => own.close())
}

function registerRoute(app: FastifyInstance, metrics: Metrics, token: string | undefined) {
  const options = { config: { public: true }, schema: { hide: true }, exposeHeadRoute: false }
  app.get('/metrics', options, async (request, reply) => {
    if (token !== undefined && !hasMetricsToken(request, token))
      throw new HttpError(401, 'METRICS_TOKEN_REQUIRED', 'Send the token of METRICS_TOKEN.')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

/**
 * Returns the name of the call as in the contract, such as `GET /bookings/{id}`, and keeps it in `names`. A path without a
 * route is 'other'.
 */
function callOf(
  { is404, method, routeOptions: { url = '' } }: FastifyRequest,
  names: Map<string, string>,
): string {
  if (is404) return 'other'
  const route = `${method} ${url}`
  const known = names.get(route)
  if (known !== undefined) return known
  const name = route.replaceAll(/::|:(\w+)/g, (_all, parameter?: string) =>
    parameter === undefined ? ':' : `{${parameter}}`,
  )
  names.set(route, name)
  return name
}
