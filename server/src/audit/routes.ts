import type { FastifyInstance } from 'fastify'
import { registerReadRoute } from '../http/route.ts'
import { auditPeople, readAuditPage } from './list.ts'

/** Registers the calls of the audit log. No call changes an entry. */
export function registerAudit(app: FastifyInstance): void {
  registerReadRoute(app, 'GET /activity', (request) =>
    request.readList((from) => readAuditPage(from, request.query)),
  )

  registerReadRoute(app, 'GET /activity/people', async (request) => ({
    data: await request.readList(auditPeople),
  }))
}
