import type { AuditKind } from '@mandap/domain/audit/kind.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { appendAuditEntries } from '../audit/append.ts'
import type { Database } from '../database/connection.ts'

/** What happens to the account of an administrator. */
type AccountKind = Extract<
  AuditKind,
  | 'signIn'
  | 'signOut'
  | 'failSignIn'
  | 'lockOut'
  | 'endSessions'
  | 'failFactor'
  | 'addFactor'
  | 'removeFactor'
  | 'renewCodes'
  | 'useRecoveryCode'
  | 'setPassword'
  | 'addAdministrator'
  | 'disableAdministrator'
  | 'handLink'
>

/**
 * Adds an entry about an administrator's account to the audit log, as the last step of a transaction. `by` is the
 * administrator, unless another one is given.
 */
export function recordAccount(
  trx: Database,
  kind: AccountKind,
  { id, email, name }: { id: string; email: string; name: string },
  { by = email, ...after }: JsonObject & { by?: string } = {},
): Promise<void> {
  return appendAuditEntries(trx, {
    by,
    kind,
    subject: 'administrator',
    subjectId: id,
    subjectName: name || email,
    after,
  })
}
