import type { FastifyInstance, FastifyRequest } from 'fastify'
import { IdentityError } from './identity-error.ts'

interface Admission {
  /** The public origin of this server. */
  publicUrl: string
  /** Other origins whose pages may call and read the responses (CORS). */
  origins: readonly string[]
}

/**
 * Rejects calls of this scope from pages of other origins than those allowed, before any input is read or
 * counted, and answers preflights at `paths`. Otherwise, any page could use up a visitor's attempts.
 */
export function restrictOrigins(
  scope: FastifyInstance,
  paths: readonly string[],
  admission: Admission,
): void {
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'origin')
    const { origin } = request.headers
    if (origin !== undefined && admission.origins.includes(origin)) {
      reply.header('access-control-allow-origin', origin)
      reply.header('access-control-expose-headers', 'retry-after')
    } else if (isForeign(request, admission.publicUrl)) {
      throw new IdentityError('Requests from pages of this origin are blocked.', {
        status: 403,
        grpcStatus: 'PERMISSION_DENIED',
      })
    }
  })
  for (const path of paths)
    scope.options(path, async (request, reply) => {
      reply.header('access-control-allow-methods', 'POST')
      const headers = request.headers['access-control-request-headers']
      if (headers) reply.header('access-control-allow-headers', headers)
      return reply.header('access-control-max-age', '7200').code(204).send()
    })
}

/**
 * Returns whether the browser says that a page of another origin makes the request. Other clients say
 * nothing.
 */
function isForeign(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  // a page cannot set this header; browsers send it over https and on loopback
  if (site === 'same-origin' || site === 'none') return false
  if (origin === undefined) return site !== undefined
  return origin !== publicUrl && !(URL.canParse(origin) && new URL(origin).host === request.host)
}
