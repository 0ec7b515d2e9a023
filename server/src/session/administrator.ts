import { domainToASCII } from 'node:url'
import { COMMAND_LINE } from '@mandap/domain/audit/actor.ts'
import type { Role } from '@mandap/domain/session/role.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { clearAccountCounters } from '../rate-limit/rate-limit.ts'
import { FACTORS } from './has-factor.ts'
import { hashPassword } from './password.ts'
import { type Actor, recordAccount } from './audit-entry.ts'
import { endSessionsOf } from './session.ts'

/** Returns the text by which an e-mail is found, regardless of case. */
export function foldEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

export function findAdministrator(db: Database, email: string) {
  return db
    .selectFrom('administrator')
    .selectAll()
    .where('email_folded', '=', foldEmail(email))
    .executeTakeFirst()
}

/**
 * Finds an administrator by the e-mail that a person types at the sign-in. A domain such as `bücher.example` may be stored in ASCII,
 * because earlier consoles sent it so.
 */
export function findBySignInEmail(db: Database, email: string) {
  const folded = foldEmail(email)
  // one query, so that an unknown e-mail takes as long as a known one
  return db
    .selectFrom('administrator')
    .selectAll()
    .where('email_folded', 'in', [folded, withAsciiDomain(folded)])
    .orderBy(sql`email_folded = ${folded}`, 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns `asha@xn--bcher-kva.example` for `asha@bücher.example`. */
function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1
  return email.slice(0, at) + domainToASCII(email.slice(at))
}

export function listAdministrators(db: Database) {
  return db
    .selectFrom('administrator')
    .selectAll()
    .select(FACTORS.as('factors'))
    .orderBy('email_folded')
    .execute()
}

/** Returns whether there is any administrator, also one who is disabled. */
export async function hasAdministrators(db: Database): Promise<boolean> {
  return (
    (await db.selectFrom('administrator').select('id').limit(1).executeTakeFirst()) !== undefined
  )
}

/**
 * Adds the administrator of the first start, and records it as done by the command line. Does nothing if there is any
 * administrator. Returns whether one was added.
 */
export async function addFirstAdministrator(
  db: Database,
  { email, password }: { email: string; password: string },
  now = new Date(),
): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (trx) => {
    // another server may start at the same time
    await sql`select pg_advisory_xact_lock(hashtext('mandap.first_administrator'))`.execute(trx)
    if (await hasAdministrators(trx)) return false
    const { role, ...administrator } = await trx
      .insertInto('administrator')
      .values({
        ...newAdministrator(email, '', now),
        password_hash: passwordHash,
        password_changed_at: now,
      })
      .returning(['id', 'email', 'name', 'role'])
      .executeTakeFirstOrThrow()
    await recordAccount(trx, 'addAdministrator', administrator, {
      by: COMMAND_LINE,
      after: { role },
    })
    return true
  })
}

/**
 * Adds the person with the e-mail as an administrator, or enables them again after `disableAdministrator`. Records what it
 * changes as done by the command line. With an external identity service, the next sign-in links the account again.
 */
export async function addAdministrator(
  db: Database,
  given: GivenAdministrator,
  now: Date,
): Promise<{ id: string; email: string; name: string; role: Role }> {
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('administrator')
      .select(['name', 'role', 'disabled_at', 'external_subject'])
      .where('email_folded', '=', foldEmail(given.email))
      .forUpdate()
      .executeTakeFirst()
    const administrator = await upsertAdministrator(trx, given, now)
    const { name, role } = administrator
    const hadAccess = before && !before.disabled_at && before.external_subject === null
    const isAdded = !hadAccess || before.role !== role
    const isRenamed = before !== undefined && before.name !== name
    if (isAdded || isRenamed)
      await recordAccount(trx, 'addAdministrator', administrator, {
        by: COMMAND_LINE,
        before: isRenamed ? { name: before.name } : {},
        after: { ...(isAdded && { role }), ...(isRenamed && { name }) },
      })
    return administrator
  })
}

/** An administrator who is added. Without a name or a role, an existing one keeps theirs. */
export interface GivenAdministrator {
  email: string
  name?: string | undefined
  role?: Role | undefined
}

/** Adds or enables an administrator, without an audit entry. */
export function upsertAdministrator(
  db: Database,
  { email, name, role }: GivenAdministrator,
  now: Date,
): Promise<{ id: string; email: string; name: string; role: Role }> {
  return db
    .insertInto('administrator')
    .values({
      ...newAdministrator(email, name ?? '', now),
      ...(role && { role }),
      password_hash: null,
      password_changed_at: null,
    })
    .onConflict((conflict) =>
      conflict.column('email_folded').doUpdateSet({
        disabled_at: null,
        external_subject: null,
        ...(name && { name }),
        ...(role && { role }),
      }),
    )
    .returning(['id', 'email', 'name', 'role'])
    .executeTakeFirstOrThrow()
}

/**
 * Ends a person's access at once, in every tab, and records it as done by the command line. Returns false, and does
 * nothing, if they have none.
 */
export function disableAdministrator(db: Database, email: string, now: Date): Promise<boolean> {
  return db.transaction().execute((trx) => endAccess(trx, email, now, { by: COMMAND_LINE }))
}

/** Does what `disableAdministrator` does, by somebody else, as the last step of a transaction. */
export async function endAccess(
  trx: Database,
  email: string,
  now: Date,
  actor: Actor,
): Promise<boolean> {
  const row = await trx
    .updateTable('administrator')
    .set({ disabled_at: now })
    .where('email_folded', '=', foldEmail(email))
    .where('disabled_at', 'is', null)
    .returning(['id', 'email', 'name'])
    .executeTakeFirst()
  if (!row) return false
  await endSessionsOf(trx, row.id, 'the administrator was disabled', now)
  await recordAccount(trx, 'disableAdministrator', row, actor)
  return true
}

/**
 * Sets a password, and ends sessions, reset codes and counted attempts of the old one. The session `kept` does not end.
 */
export async function setPasswordHash(
  trx: Database,
  administratorId: string,
  passwordHash: string,
  now: Date,
  kept?: string,
): Promise<{ id: string; email: string; name: string }> {
  // the administrator first: a concurrent sign-in locks that row before it writes its session
  const { email_folded, ...administrator } = await trx
    .updateTable('administrator')
    .set({ password_hash: passwordHash, password_changed_at: now })
    .where('id', '=', administratorId)
    .returning(['email_folded', 'id', 'email', 'name'])
    .executeTakeFirstOrThrow()
  await endSessionsOf(trx, administratorId, 'the password was changed', now, kept)
  await trx
    .updateTable('reset_code')
    .set({ used_at: now })
    .where('administrator_id', '=', administratorId)
    .where('used_at', 'is', null)
    .execute()
  await clearAccountCounters(trx, email_folded)
  return administrator
}

function newAdministrator(email: string, name: string, now: Date) {
  return {
    email: email.trim(),
    email_folded: foldEmail(email),
    name,
    email_verified_at: null,
    external_subject: null,
    created_at: now,
    last_sign_in_at: null,
    disabled_at: null,
  }
}
