import type { FastifyInstance } from 'fastify'

/**
 * Lets a console on any origin call this scope's routes, and answers its preflights at `paths`. Nothing
 * here reads a cookie, so there is nothing that another origin's page could borrow.
 */
export function openToOtherOrigins(scope: FastifyInstance, paths: readonly string[]): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*')
    reply.header('access-control-expose-headers', 'retry-after')
  })
  for (const path of paths)
    scope.options(path, async (request, reply) => {
      reply.header('access-control-allow-methods', 'GET, POST')
      const headers = request.headers['access-control-request-headers']
      if (headers) reply.header('access-control-allow-headers', headers)
      return reply.header('access-control-max-age', '7200').code(204).send()
    })
}
