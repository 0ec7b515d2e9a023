import type { Administrator } from '@mandap/contract/administrator.ts'
import { sql } from 'kysely'
import type { AuthorisedNumber } from '../config/setting.ts'
import type { Database } from '../database/connection.ts'
import { foldEmail } from '../session/administrator.ts'
import { FACTORS } from '../session/has-factor.ts'

/** What decides how the list looks. */
interface Context {
  numbers: readonly AuthorisedNumber[]
  /** Whether passwords and second factors are here. Those of a hosted identity service are not known. */
  hasPasswords: boolean
  ownId: string
}

/** Returns all administrators as the administrator with an id sees them. */
export async function administratorList(
  db: Database,
  { numbers, hasPasswords, ownId }: Context,
  now: Date,
): Promise<Administrator[]> {
  const superAdmins = new Set(numbers.flatMap(({ email }) => (email ? [foldEmail(email)] : [])))
  const rows = await db
    .selectFrom('administrator')
    .select(['id', 'email', 'email_folded', 'name', 'role', 'password_hash', 'disabled_at'])
    .select(
      sql<Date | null>`greatest(last_sign_in_at,
      (select max(refreshed_at) from session where administrator_id = administrator.id))`.as(
        'active_at',
      ),
    )
    .select(
      sql<number>`(select count(*)::int from session
      where administrator_id = administrator.id and ended_at is null and expires_at > ${now})`.as(
        'sessions',
      ),
    )
    .select(FACTORS.as('factors'))
    .orderBy('email_folded')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    hasOwnNumber: superAdmins.has(row.email_folded),
    state: row.disabled_at
      ? 'disabled'
      : hasPasswords && row.password_hash === null
        ? 'invited'
        : 'active',
    lastActiveAt: row.active_at?.toISOString() ?? null,
    sessions: row.disabled_at ? 0 : row.sessions,
    factors: hasPasswords ? row.factors : [],
    isYou: row.id === ownId,
  }))
}
