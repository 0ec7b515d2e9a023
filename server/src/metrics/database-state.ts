import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** The state of the database, from one small query. */
export interface DatabaseState {
  /** Seconds until the answer. */
  answerSeconds: number
  /** The replicas that follow this database; undefined if the role may not read their state. */
  replicas: number | undefined
  /** Seconds that the slowest replica, or this database as a replica, is behind; undefined if it is not known. */
  lagSeconds: number | undefined
}

/** Returns the state of the database; undefined if it does not answer. */
export async function databaseState(db: Database): Promise<DatabaseState | undefined> {
  const started = performance.now()
  try {
    const { rows } = await STATE.execute(db)
    const [{ replicas, lag } = { replicas: null, lag: null }] = rows
    return {
      answerSeconds: (performance.now() - started) / 1000,
      replicas: replicas ?? undefined,
      lagSeconds: lag ?? undefined,
    }
  } catch {
    return undefined
  }
}

// a replica that has everything has no lag; without the right to read statistics, every column of the view is null
const STATE = sql<{ replicas: number | null; lag: number | null }>`
  with replica as (
    select count(*) as count, coalesce(max(extract(epoch from replay_lag)), 0) as lag
    from pg_stat_replication where pg_has_role('pg_read_all_stats', 'usage')
  )
  select
    case when pg_has_role('pg_read_all_stats', 'usage') then count end as replicas,
    case
      when pg_is_in_recovery() then
        coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 0)::float8
      when pg_has_role('pg_read_all_stats', 'usage') then lag::float8
    end as lag
  from replica`
