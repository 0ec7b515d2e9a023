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

/** What a read of a person must contain. */
export interface WritePosition {
  position: Position
  /** Whether PostgreSQL has lost the positions of writes, after a crash or when a replica became the primary. */
  isLost: boolean
}

/**
 * Reads the position of the last write by the administrator of a session, or of everything that is committed if the
 * positions are lost. A position of another PostgreSQL, from which the data was restored, may be beyond the log of this
 * one.
 */
export function writePositionOf(sessionId: string): OneRow<WritePosition> {
  return {
    sql: sql`
      select start.position is null as is_lost, least(${committedPosition}, case
          when start.position is null then ${committedPosition}
          else greatest(start.position, written.position)
        end)::text as position
      from session
        left join write_position as written using (administrator_id)
        left join write_position_start as start on true
      where session.id = ${sessionId}`,
    columns: ['is_lost', 'position'],
    valueOf: ({ is_lost, position }) => ({
      position: positionFrom(String(position)) ?? 0n,
      isLost: is_lost === true,
    }),
  }
}

/** Stores the current position as the one from which on the positions of writes are known. */
export async function storeWritePositionStart(db: Database): Promise<void> {
  await sql`
    insert into write_position_start (position) values (${committedPosition})
      on conflict do nothing`.execute(db)
}
