import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { OneRow } from '../database/one-row.ts'
import type { SignedIn } from './bearer.ts'
import { HAS_FACTOR } from './has-factor.ts'
import type { SessionToken } from './session.ts'

/**
 * Reads the session of a token if it is not ended or expired, its tokens were not replaced since, and its administrator is
 * not disabled; with `requiresFactor`, only if the administrator has a second factor, and showed or added one in the session.
 * `ifAdded` also accepts the sessions of an administrator who has none.
 */
export function liveSession(
  { sessionId, tokenSerial }: SessionToken,
  now: Date,
  requiresFactor: boolean | 'ifAdded' = false,
): OneRow<SignedIn | undefined> {
  return {
    get sql() {
      return sql`
        select administrator.id, email, name, role
        from session join administrator on administrator.id = session.administrator_id
        where session.id = ${sessionId} and token_serial = ${tokenSerial}
          and ${isLive(now, requiresFactor)}`
    },
    constant: {
      name: `session, second factor ${requiresFactor}`,
      parameters: [sessionId, tokenSerial, now],
    },
    columns: ['id', 'email', 'name', 'role'],
    valueOf: (administrator) =>
      administrator['id'] === null
        ? undefined
        : ({ ...administrator, sessionId, tokenSerial } as unknown as SignedIn),
  }
}

/** Returns the live ones of the sessions, and the serial of the tokens of each. */
export async function liveSessionsOf(
  db: Database,
  sessionIds: readonly string[],
  now: Date,
  requiresFactor = false,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; token_serial: number }>`
    select session.id, token_serial
    from session join administrator on administrator.id = session.administrator_id
    where session.id = any(${sessionIds}::uuid[]) and ${isLive(now, requiresFactor)}`.execute(db)
  return new Map(rows.map(({ id, token_serial }) => [id, token_serial]))
}

function isLive(now: Date, requiresFactor: boolean | 'ifAdded') {
  const isStrong =
    requiresFactor === 'ifAdded'
      ? sql`(showed_factor or not ${HAS_FACTOR})`
      : requiresFactor
        ? sql`showed_factor and ${HAS_FACTOR}`
        : sql`true`
  return sql`ended_at is null and expires_at > ${now} and disabled_at is null and ${isStrong}`
}
