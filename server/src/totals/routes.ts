import { decodeToday } from '@mandap/contract/codec/decode-today.ts'
import type { FastifyInstance } from 'fastify'
import { registerReadRoute } from '../http/route.ts'
import { totalsOf } from './totals.ts'

/** Registers the call of the totals of all bookings (§2.11). */
export function registerTotals(app: FastifyInstance): void {
  registerReadRoute(app, 'GET /totals', async (request) => {
    const today = decodeToday(request.query)
    return { data: await request.readList((from) => totalsOf(from, today)) }
  })
}
