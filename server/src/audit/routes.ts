import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../http/route.ts'
import type { Database } from '../database/connection.ts'
import { auditPeople, readAuditPage } from './list.ts'

/** The calls of the trail. It is added to by what it records, and never changed. */
export function registerAudit(app: FastifyInstance, { db }: { db: Database }): void {
  registerRoute(app, 'GET /activity', ({ query }) => readAuditPage(db, query))

  registerRoute(app, 'GET /activity/people', async () => ({ data: await auditPeople(db) }))
}
