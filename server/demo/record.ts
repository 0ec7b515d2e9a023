import type { DemoCounts } from '@mandap/demo/generate.ts'
import { COMMAND_LINE } from '@mandap/domain/audit/actor.ts'
import { appendAuditEntries } from '../src/audit/append.ts'
import { BOOKING } from '../src/booking/kind.ts'
import type { Database } from '../src/database/connection.ts'
import { PARTNER, TEMP_PARTNER } from '../src/partner/kind.ts'
import { USER } from '../src/user/kind.ts'

const KINDS = [
  [BOOKING, 'bookings'],
  [PARTNER, 'partners'],
  [USER, 'users'],
  [TEMP_PARTNER, 'tempPartners'],
] as const

/** Adds what `npm run demo` added to the audit log: an entry for each kind of record. */
export function recordDemo(db: Database, added: DemoCounts): Promise<void> {
  const entries = KINDS.filter(([, name]) => added[name] > 0).map(([{ subject }, name]) => ({
    by: COMMAND_LINE,
    kind: 'import' as const,
    subject: 'list' as const,
    subjectId: subject,
    subjectName: 'Demonstration data',
    after: { inserted: added[name] },
  }))
  return db.transaction().execute((trx) => appendAuditEntries(trx, ...entries))
}
