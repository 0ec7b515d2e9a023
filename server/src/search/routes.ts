import type { FastifyInstance } from 'fastify'
import { JSON_TYPE, registerReadRoute } from '../http/route.ts'
import { search } from './find.ts'

const DEFAULT_LIMIT = 5

/** Handles `GET /search`. */
export function registerSearch(app: FastifyInstance): void {
  registerReadRoute(app, 'GET /search', async (request, reply) => {
    reply.type(JSON_TYPE)
    const { text, limit = DEFAULT_LIMIT } = request.query
    return `{"data":${await request.readList((from) => search(from, text, limit))}}`
  })
}
