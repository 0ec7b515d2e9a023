import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { OneRow } from '../database/one-row.ts'
import { committedPosition, type Position, positionFrom } from '../database/replica-position.ts'

/**
 * Stores where the log of PostgreSQL contains what a person has just committed, so that their next reads on a replica
 * contain it, in any tab and on any server.
 */
export async function storeWritePosition(db: Database, administratorId: string): Promise<void> {
  await sql`
    insert into write_position (administrator_id, position)
      values (${administratorId}, ${committedPosition})
      on conflict (administrator_id) do update set position = excluded.position`.execute(db)
}

/**
 * Reads the position of the last write by the administrator of a session. A position of another PostgreSQL, from which
 * the data was restored, may be beyond the log of this one.
 */
export function writePositionOf(sessionId: string): OneRow<Position> {
  return {
    sql: sql`
      select least(position, ${committedPosition})::text as position from write_position join session using (administrator_id)
      where session.id = ${sessionId}`,
    columns: ['position'],
    valueOf: ({ position }) => positionFrom(String(position)) ?? 0n,
  }
}
