import { basename } from 'node:path'
import { COMMAND_LINE } from '@mandap/domain/audit/actor.ts'
import { appendAuditEntries } from '../audit/append.ts'
import type { Database } from '../database/connection.ts'

/** Adds a backup to the audit log, before it is made: it contains everything that the log protects. */
export function recordBackup(db: Database, name: string): Promise<void> {
  return record(db, 'backUp', basename(name))
}

/** Adds a restore to the audit log of the restored database, which is up to date. */
export function recordRestore(db: Database, name: string): Promise<void> {
  return record(db, 'restoreBackup', basename(name))
}

function record(db: Database, kind: 'backUp' | 'restoreBackup', name: string): Promise<void> {
  return db.transaction().execute((trx) =>
    appendAuditEntries(trx, {
      by: COMMAND_LINE,
      kind,
      subject: 'server',
      subjectId: name,
      subjectName: name,
    }),
  )
}
