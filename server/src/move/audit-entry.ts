import { COMMAND_LINE } from '@mandap/domain/audit/actor.ts'
import { appendAuditEntries } from '../audit/append.ts'
import type { Database } from '../database/connection.ts'

/** Adds a move to the audit log of the database that received everything. */
export function recordMove(db: Database, to: string): Promise<void> {
  return db.transaction().execute((trx) =>
    appendAuditEntries(trx, {
      by: COMMAND_LINE,
      kind: 'moveDatabase',
      subject: 'server',
      subjectId: to,
      subjectName: to,
    }),
  )
}
