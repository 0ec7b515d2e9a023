import { parse } from 'node:querystring'
import { QUERY_HEADER } from '@mandap/contract/url-parameters.ts'
import type { FastifyInstance } from 'fastify'

/**
 * Adds the parameters in the query header to those of the URL, before they are checked. A parameter in both places counts
 * as repeated, which no schema accepts.
 */
export function registerQueryHeader(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const header = request.headers[QUERY_HEADER]
    if (typeof header !== 'string') return
    const query = request.query as Record<string, unknown>
    for (const [name, value] of Object.entries(parse(header)))
      query[name] = name in query ? [query[name], value].flat() : value
  })
}
