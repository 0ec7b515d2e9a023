import { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { errorBody } from './errors.ts'
import { invalid } from './http-error.ts'

// an import of node:http also loads Node's fetch, which delays the start
const { IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http')

/** Headers of every answer. */
export type DefaultHeaders = Readonly<Record<string, number | string | string[] | undefined>>

/** Returns the headers of every answer. A route may replace them. */
export function defaultHeaders(security: HelmetOptions): DefaultHeaders {
  return {
    ...securityHeaders(security),
    // nearly every answer has personal data; a route whose answer may be cached sets its own header
    'cache-control': 'no-store',
  }
}

/**
 * Adds the default headers to every answer of a route, and rejects requests with two Host headers, which a proxy and this
 * server might interpret differently.
 */
export function registerDefaultHeaders(app: FastifyInstance, headers: DefaultHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done(
      countHosts(request) > 1
        ? invalid(undefined, 'The request has more than one Host header.')
        : undefined,
    )
  })
}

/** Returns the function that answers a request which Fastify refuses before it looks for a route and runs a hook. */
export function answersUnrouted(headers: DefaultHeaders) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers).header('x-request-id', request.id)
    reply.send(errorBody(request, reply, error))
  }
}

/** Returns the headers that helmet sets. They are the same for every answer, and take long to build. */
function securityHeaders(options: HelmetOptions) {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(response.req, response, () => {})
  return response.getHeaders()
}

// Node keeps the first of several and ignores the others
function countHosts({ raw: { rawHeaders } }: FastifyRequest): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return hosts
}
