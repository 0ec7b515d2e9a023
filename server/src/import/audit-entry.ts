import { appendAuditEntries } from '../audit/append.ts'
import type { Database } from '../database/connection.ts'
import type { SourceReport } from './report.ts'
import { IMPORT } from './store.ts'
import { shortName } from './summary.ts'

/** Adds a source of an import to the audit log, with how many of its records were new, changed or refused. */
export function recordImport(
  db: Database,
  { name, subject, isComplete, read, inserted, changed, same, refused }: SourceReport,
): Promise<void> {
  const counts = { read, inserted, changed, same, refused }
  const entry = {
    by: IMPORT,
    kind: 'import',
    subject: 'list',
    subjectId: subject,
    subjectName: shortName(name),
    after: { ...counts, ...(!isComplete && { complete: false }) },
  } as const
  return db.transaction().execute((trx) => appendAuditEntries(trx, entry))
}
