import { appendAuditEntries } from '../audit/append.ts'
import type { Database } from '../database/connection.ts'
import type { SourceReport } from './report.ts'
import { IMPORT } from './store.ts'
import { shortName } from './summary.ts'

/** Adds the sources of an import to the audit log, with how many of their records were new, changed or refused. */
export function recordImport(db: Database, reports: readonly SourceReport[]): Promise<void> {
  const entries = reports.map(({ name, subject, read, inserted, changed, same, refused }) => ({
    by: IMPORT,
    kind: 'import' as const,
    subject: 'list' as const,
    subjectId: subject,
    subjectName: shortName(name),
    after: { read, inserted, changed, same, refused },
  }))
  return db.transaction().execute((trx) => appendAuditEntries(trx, ...entries))
}
