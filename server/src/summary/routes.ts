import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../http/route.ts'
import type { Database } from '../database/connection.ts'
import { summaryOf } from '../counters/counters.ts'

/** `GET /summary`. */
export function registerSummary(app: FastifyInstance, { db }: { db: Database }): void {
  registerRoute(app, 'GET /summary', () => summaryOf(db))
}
