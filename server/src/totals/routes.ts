import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../http/route.ts'
import type { Database } from '../database/connection.ts'
import { readToday } from '../http/today.ts'
import { totalsOf } from './totals.ts'

/** `GET /totals`. */
export function registerTotals(app: FastifyInstance, { db }: { db: Database }): void {
  registerRoute(app, 'GET /totals', async ({ query }) => ({
    data: await totalsOf(db, readToday(query)),
  }))
}
