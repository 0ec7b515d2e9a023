import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from './http-error.ts'

/**
 * Adds the default headers to every answer, and rejects requests with two Host headers, which a proxy and
 * this server might interpret differently.
 */
export function registerDefaultHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // nearly every answer has personal data; a route whose answer may be cached sets its own header
    reply.header('cache-control', 'no-store')
    if (countHosts(request) > 1)
      throw new HttpError(400, 'INVALID', 'The request has more than one Host header.')
  })
}

// Node keeps the first of several and ignores the others
function countHosts({ raw: { rawHeaders } }: FastifyRequest): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
}
