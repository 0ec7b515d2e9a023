import Fastify, { type FastifyInstance } from 'fastify'
import type { App } from '../src/http/app.ts'
import { CONSOLE_FOLDER } from '../src/console/policy.ts'
import { registerStatic } from '../src/console/static.ts'

/** Serves the built console as a plain web server does, with a `/config.json` of the test. */
export async function serveConsole(config: unknown) {
  const site = Fastify() as FastifyInstance as unknown as App
  site.get('/config.json', (_request, reply) => reply.send(config))
  await registerStatic(site, CONSOLE_FOLDER)
  const url = await site.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    async close() {
      site.server.closeAllConnections()
      await site.close()
    },
  }
}
