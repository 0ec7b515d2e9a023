import { basename } from 'node:path'
import { COMMAND_LINE } from '@mandap/domain/audit/kind.ts'
import { appendAuditEntries } from '../audit/append.ts'
import { connect, type Database } from '../database/connection.ts'
import { migrate } from '../database/migrate.ts'

/** Adds a backup to the audit log, before it is made: it contains everything that the log protects. */
export function recordBackup(db: Database, path: string): Promise<void> {
  return record(db, 'backUp', path)
}

/** Brings a restored database up to date, and adds the restore to its audit log. */
export async function recordRestore(url: string, path: string): Promise<void> {
  const db = connect(url, 1)
  try {
    await migrate(db)
    await record(db, 'restoreBackup', path)
  } finally {
    await db.destroy()
  }
}

function record(db: Database, kind: 'backUp' | 'restoreBackup', path: string): Promise<void> {
  const name = basename(path)
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
