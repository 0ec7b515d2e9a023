import { sql } from 'kysely'
import type { QueryResult } from 'pg'
import type { Database } from './connection.ts'

/** A position in the log of PostgreSQL, in bytes. Every change has one, and a replica has replayed the log up to one. */
export type Position = bigint

/** What a request reads on a replica. */
export interface ReplicaReading {
  /** The position that the replica must have reached. */
  required: Position
  /** The earliest position at which it was read; undefined before the first statement. */
  at: Position | undefined
}

/** Thrown by a statement on a replica that has not reached the required position. Its result is not used. */
export class ReplicaBehind extends Error {}

const POSITION = /^([0-9a-f]{1,8})\/([0-9a-f]{1,8})$/i

/** Returns the position that PostgreSQL writes as `16/B374D848`; undefined for other text. */
export function positionFrom(text: string): Position | undefined {
  const [, high, low] = POSITION.exec(text) ?? []
  if (high === undefined || low === undefined) return undefined
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** Reads the position of a database. One that was promoted has everything. */
export const READ_POSITION = `
  select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end as position`

/**
 * Notes the position that was read right before a statement, on the same connection. Throws `ReplicaBehind` if the
 * statement may have missed something that is required.
 */
export function admitPosition(
  reading: ReplicaReading,
  { rows: [row] }: QueryResult<Record<string, unknown>>,
): void {
  const position = positionFrom(String(row?.['position'])) ?? 0n
  if (position < reading.required) throw new ReplicaBehind()
  if (reading.at === undefined || position < reading.at) reading.at = position
}

/** A position of the primary that contains every transaction whose commit was answered. Replicas receive what is flushed. */
export const committedPosition = sql<string>`
  case current_setting('synchronous_commit')
    when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn()
  end`

/** Returns a position of the primary that contains everything that is committed now. */
export async function currentPosition(primary: Database): Promise<Position> {
  const { rows } = await sql<{ position: string }>`
    select (${committedPosition})::text as position`.execute(primary)
  return positionFrom(rows[0]?.position ?? '') ?? 0n
}
