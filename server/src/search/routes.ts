import type { FastifyInstance } from 'fastify'
import { registerRoute, JSON_TYPE } from '../http/route.ts'
import type { Database } from '../database/connection.ts'
import { search } from './find.ts'

const DEFAULT_LIMIT = 5

/** Handles `GET /search`. */
export function registerSearch(app: FastifyInstance, { db }: { db: Database }): void {
  registerRoute(app, 'GET /search', async ({ query }, reply) => {
    reply.type(JSON_TYPE)
    return `{"data":${await search(db, query.text, query.limit ?? DEFAULT_LIMIT)}}`
  })
}
