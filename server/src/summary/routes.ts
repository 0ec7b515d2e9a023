import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/connection.ts'
import { registerReadRoute } from '../http/route.ts'
import { summary } from './summary.ts'

/** Registers the call of the dashboard's counts (§2.4). */
export function registerSummary(app: FastifyInstance, { db }: { db: Database }): void {
  registerReadRoute(
    app,
    'GET /summary',
    async (request) => (await request.readListRows({ summary: summary(db) })).summary,
  )
}
