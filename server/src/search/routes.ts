import { DEFAULT_SEARCH_LIMIT } from '@mandap/contract/limits.ts'
import type { FastifyInstance } from 'fastify'
import { JSON_TYPE, type JsonText, registerReadRoute } from '../http/route.ts'
import { search } from './find.ts'

/** Handles `GET /search`. */
export function registerSearch(app: FastifyInstance): void {
  registerReadRoute(app, 'GET /search', async (request, reply) => {
    reply.type(JSON_TYPE)
    const { text, limit = DEFAULT_SEARCH_LIMIT } = request.query
    const found = await request.readList((from) => search(from, text, limit))
    return `{"data":${found}}` as JsonText
  })
}
