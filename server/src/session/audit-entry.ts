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
  | 'renamePasskey'
  | 'renewCodes'
  | 'useRecoveryCode'
  | 'endAllSessions'
  | 'endReplayedSession'
  | 'setPassword'
  | 'addAdministrator'
  | 'inviteAdministrator'
  | 'disableAdministrator'
  | 'changeRole'
  | 'handLink'
>

/** Who changes an account: an e-mail address or 'command line', and the masked number of a Super Admin. */
export interface Actor {
  by: string
  elevation?: string
}

interface Details extends Partial<Actor> {
  /** The changed values as they were. */
  before?: JsonObject
  /** The new values. */
  after?: JsonObject
}

/**
 * Adds an entry about an administrator's account to the audit log, as the last step of a transaction. `by` is the
 * administrator, unless another one is given.
 */
export function recordAccount(
  trx: Database,
  kind: AccountKind,
  { id, email, name }: { id: string; email: string; name: string },
  { by = email, elevation, before = {}, after = {} }: Details = {},
): Promise<void> {
  return appendAuditEntries(trx, {
    by,
    kind,
    subject: 'administrator',
    subjectId: id,
    // several people may have one name
    subjectName: by === email ? name || email : email,
    before,
    after,
    elevation,
  })
}
