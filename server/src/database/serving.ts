import { Kysely, PostgresDialect } from 'kysely'
import type { Pool, PoolConfig } from 'pg'
import {
  type Availability,
  type AvailabilityChange,
  type AvailabilityTimes,
  watchAvailability,
} from './availability.ts'
import { type Database, openPool } from './connection.ts'
import { limitedPool, type QueryLimit } from './limited-pool.ts'
import { ServingClient } from './serving-client.ts'
import type { Tables } from './tables.ts'

export interface ServingTimes extends AvailabilityTimes {
  /** Milliseconds that a call waits for a connection. */
  acquireMs: number
  /** Milliseconds that PostgreSQL may take for one statement. */
  queryMs: number
  /** Milliseconds that a transaction may wait for this process, which may be stopped. */
  idleMs: number
}

/** A call that finds the database lost answers within 5 s: two checks and the wait for the first. */
const TIMES: ServingTimes = {
  checkMs: 1500,
  probeMs: 1500,
  retryMs: 1000,
  acquireMs: 3000,
  queryMs: 10_000,
  idleMs: 60_000,
}

/** The database as requests use it. See docs/decisions/database-time-limits.md. */
class ServingDatabase extends Kysely<Tables> {
  readonly availability: Availability
  readonly limited: (limit: QueryLimit) => Database
  constructor(
    pool: Pool,
    { availability, limit }: { availability: Availability; limit: QueryLimit },
  ) {
    super({ dialect: new PostgresDialect({ pool: limitedPool(pool, availability, limit) }) })
    this.availability = availability
    this.limited = (other) => new ServingDatabase(pool, { availability, limit: other })
  }

  override async destroy() {
    this.availability.close()
    await super.destroy()
  }
}

/**
 * Connects to `url` for calls. A lost database or a slow query causes a 503 in time. Work that may take
 * longer uses `withTimeLimit`. The caller destroys the result.
 */
export function connectServing(url: string, times: Partial<ServingTimes> = {}): Database {
  const { acquireMs, queryMs, idleMs, ...checks } = { ...TIMES, ...times }
  const config: PoolConfig & { Client: typeof ServingClient; pipeline: boolean } = {
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: acquireMs,
    keepAlive: true,
    pipeline: true,
    Client: ServingClient,
  }
  const pool = openPool(config)
  const availability = watchAvailability(url, checks)
  return new ServingDatabase(pool, { availability, limit: { queryMs, idleMs } })
}

/**
 * Returns the same database with another time limit per statement, null for none, and no limit for idle
 * transactions. A database that does not serve calls has no limits anyway.
 */
export function withTimeLimit(db: Database, queryMs: number | null): Database {
  return db instanceof ServingDatabase ? db.limited({ queryMs, idleMs: null }) : db
}

/** Calls back when the serving database is lost, and when it is back. */
export function onAvailabilityChange(
  db: Database,
  listener: (change: AvailabilityChange) => void,
): void {
  if (db instanceof ServingDatabase) db.availability.onChange(listener)
}
