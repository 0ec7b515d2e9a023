import { decodeToday } from '@mandap/contract/codec/today.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../call.ts'
import type { Database } from '../database/connection.ts'
import { totalsOf } from './totals.ts'

/** `GET /totals`. */
export function registerTotals(app: FastifyInstance, { db }: { db: Database }): void {
  registerRoute(app, 'GET /totals', async ({ query }) => ({
    data: await totalsOf(db, decodeToday(query)),
  }))
}
