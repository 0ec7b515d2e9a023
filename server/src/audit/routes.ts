import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../http/route.ts'
import type { Database } from '../database/connection.ts'
import { auditPeople, readAuditPage } from './list.ts'

/** Registers the calls of the audit log. No call changes an entry. */
export function registerAudit(app: FastifyInstance, { db }: { db: Database }): void {
  registerRoute(app, 'GET /activity', ({ query }) => readAuditPage(db, query))

  registerRoute(app, 'GET /activity/people', async () => ({ data: await auditPeople(db) }))
}
