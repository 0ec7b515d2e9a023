import type { Role } from '@mandap/domain/session/role.ts'
import type { Database } from '../database/connection.ts'
import type { SessionEndReason } from '../database/tables.ts'
import { createResetCode } from '../identity/reset-code.ts'
import { removeFactors } from '../second-factor/factors.ts'
import { endAccess, foldEmail, upsertAdministrator } from '../session/administrator.ts'
import { type Actor, recordAccount } from '../session/audit-entry.ts'
import { type EndedSessions, endSessionsOf } from '../session/session.ts'
import { elevationRequired } from '../super-admin/elevation.ts'

/** The administrator whose account is changed. */
export interface Person {
  id: string
  email: string
  name: string
}

/**
 * Adds an administrator, or enables a disabled one, and records it. Returns the code of the link with which they choose
 * a password: an earlier password no longer fits. Returns undefined, and does nothing, for an active administrator.
 */
export function inviteAdministrator(
  db: Database,
  given: { email: string; name?: string | undefined; role?: Role | undefined },
  actor: Actor,
  now: Date,
): Promise<{ person: Person & { role: Role }; code: string } | undefined> {
  return db.transaction().execute(async (trx) => {
    // any row, because an invited person may be choosing a password now
    const existing = await trx
      .selectFrom('administrator')
      .select(['disabled_at', 'password_hash'])
      .where('email_folded', '=', foldEmail(given.email))
      .forUpdate()
      .executeTakeFirst()
    if (existing && !existing.disabled_at && existing.password_hash) return undefined
    const person = await upsertAdministrator(trx, given, now)
    await trx
      .updateTable('administrator')
      .set({ password_hash: null, password_changed_at: null })
      .where('id', '=', person.id)
      .execute()
    const code = await createResetCode(trx, person.id, 'invited', now)
    await recordAccount(trx, 'inviteAdministrator', person, {
      ...actor,
      after: { role: person.role },
    })
    return { person, code }
  })
}

/** Ends an administrator's access, and records it. Returns false, and does nothing, if it has ended. */
export function disable(db: Database, person: Person, actor: Actor, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockBoth(trx, person, actor)
    return endAccess(trx, person.email, now, actor)
  })
}

/**
 * Changes an administrator's role, and records it. Their next call has the new role, and the grants of a viewer end.
 * Returns false, and does nothing, if they have the role.
 */
export function changeRole(
  db: Database,
  person: Person,
  role: Role,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const before = await lockBoth(trx, person, actor)
    const changed = await trx
      .updateTable('administrator')
      .set({ role })
      .where('id', '=', person.id)
      .where('role', '!=', role)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return false
    const sessions = trx
      .selectFrom('session')
      .select('id')
      .where('administrator_id', '=', person.id)
    await trx
      .updateTable('elevation')
      .set({ ended_at: now })
      .where('session_id', 'in', sessions)
      .where('ended_at', 'is', null)
      .execute()
    await recordAccount(trx, 'changeRole', person, {
      ...actor,
      before: { role: before },
      after: { role },
    })
    return true
  })
}

/**
 * Removes an administrator's second factors, ends all their sessions, which may be open on a lost device, and records both.
 * Returns false if there is none.
 */
export function resetFactor(
  db: Database,
  person: Person,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await removeFactors(trx, person.id))) return false
    await recordAccount(trx, 'removeFactor', person, actor)
    await endRecorded(trx, person, actor, 'the second factor was reset', now)
    return true
  })
}

/** Ends all sessions and known devices of an administrator, and records it if there are any. Returns how many it ended. */
export function endAllSessions(
  db: Database,
  person: Person,
  actor: Actor,
  now: Date,
): Promise<EndedSessions> {
  const reason = 'ended by another administrator'
  return db.transaction().execute((trx) => endRecorded(trx, person, actor, reason, now))
}

async function endRecorded(
  trx: Database,
  person: Person,
  actor: Actor,
  reason: SessionEndReason,
  now: Date,
): Promise<EndedSessions> {
  const ended = await endSessionsOf(trx, person.id, reason, now)
  if (ended.sessions + ended.devices > 0)
    await recordAccount(trx, 'endAllSessions', person, { ...actor, after: ended })
  return ended
}

/**
 * Locks the accounts of the person and of the administrator who changes it, and returns the role of the person. Throws an
 * `HttpError` if the latter is no administrator any more: of two who end each other's access at the same time, one keeps it.
 */
async function lockBoth(trx: Database, person: Person, { by }: Actor): Promise<Role | undefined> {
  const rows = await trx
    .selectFrom('administrator')
    .select(['id', 'email', 'role', 'disabled_at'])
    .where((eb) => eb.or([eb('id', '=', person.id), eb('email', '=', by)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  // an operator has no row
  const actor = rows.find(({ email }) => email === by)
  if (actor && (actor.disabled_at || actor.role === 'viewer')) throw elevationRequired()
  return rows.find(({ id }) => id === person.id)?.role
}
