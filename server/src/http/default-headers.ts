import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from './http-error.ts'

/**
 * Gives every answer the headers that hold unless a route sets its own, and refuses requests with two Host
 * headers: a proxy and this server might each believe another one.
 */
export function registerDefaultHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // nearly every answer has personal data; a route whose answer may be kept says so itself
    reply.header('cache-control', 'no-store')
    if (countHosts(request) > 1)
      throw new HttpError(400, 'INVALID', 'The request has more than one Host header.')
  })
}

// Node keeps the first of several and says nothing of the others
function countHosts({ raw: { rawHeaders } }: FastifyRequest): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
}
