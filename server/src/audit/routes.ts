import type { AuditRecord } from '@mandap/contract/audit.ts'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/connection.ts'
import { registerReadRoute } from '../http/route.ts'
import { auditPeople, readAuditPage } from './list.ts'

/** Returns the entries, and marks the deletions that a Super Admin can undo. */
type MarkRestorable = (db: Database, entries: AuditRecord[]) => Promise<AuditRecord[]>

/** Registers the calls of the audit log. No call changes an entry. */
export function registerAudit(app: FastifyInstance, markRestorable: MarkRestorable): void {
  registerReadRoute(app, 'GET /activity', (request) =>
    request.readList(async (from) => {
      const page = await readAuditPage(from, request.query)
      return { ...page, data: await markRestorable(from, page.data) }
    }),
  )

  registerReadRoute(app, 'GET /activity/people', async (request) => ({
    data: await request.readList(auditPeople),
  }))
}
