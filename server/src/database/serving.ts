import { createHash } from 'node:crypto'
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { DatabaseError, type Pool, type PoolConfig } from 'pg'
import {
  type Availability,
  type AvailabilityChange,
  type AvailabilityTimes,
  watchAvailability,
} from './availability.ts'
import type { EncryptionKeys } from './encryption-keys.ts'
import { type Database, openPool } from './connection.ts'
import { limitedPool, queryPrepared, type QueryLimit } from './limited-pool.ts'
import { ServingClient } from './serving-client.ts'
import type { ReplicaReading } from './replica-position.ts'
import type { Tables } from './tables.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export interface ServingTimes extends AvailabilityTimes {
  /** Milliseconds that a call waits for a connection. */
  acquireMs: number
  /** Milliseconds that PostgreSQL may take for one statement. */
  queryMs: number
  /** Milliseconds that a transaction may wait for this process, which may be stopped. */
  idleMs: number
  /** Whether no pooler is between, so that a session keeps its settings and has one client. */
  isDirect: boolean
  /** The keys that encrypt personal data. */
  keys?: EncryptionKeys | undefined
}

/** A call that finds the database lost answers within 5 s: two checks and the wait for the first. */
const TIMES: ServingTimes = {
  checkMs: 1500,
  probeMs: 1500,
  retryMs: 500,
  acquireMs: 3000,
  queryMs: 10_000,
  idleMs: 60_000,
  isDirect: false,
}

type Row = Record<string, unknown>
type Statement = { text: string; parameters: readonly unknown[] }

type SessionLimits = Pick<PoolConfig, 'statement_timeout' | 'idle_in_transaction_session_timeout'>

type ErrorListener = (error: unknown) => void

/** Milliseconds for which work that failed is skipped. */
const MAINTENANCE_RETRY_MS = 60_000

interface Maintenance {
  listeners: ErrorListener[]
  /** The time of `performance.now()` from which work that failed is done again, by its name. */
  retryAt: Map<string, number>
}

interface Settings {
  availability: Availability
  maintenance: Maintenance
  limit: QueryLimit
  keys: EncryptionKeys | undefined
  primary?: Database | undefined
}

/** The database as requests use it. See docs/decisions/database-time-limits.md. */
class ServingDatabase extends Kysely<Tables> {
  readonly pool: Pool
  readonly availability: Availability
  readonly maintenance: Maintenance
  readonly limited: (limit: QueryLimit) => ServingDatabase
  /** The database that accepts writes, if this one is a replica. */
  readonly primary: Database | undefined
  readonly prepared: (statement: { name: string } & Statement) => Promise<Row[]>
  constructor(pool: Pool, settings: Settings) {
    const { availability, maintenance, limit, keys, primary } = settings
    super({
      dialect: new PostgresDialect({ pool: limitedPool(pool, availability, limit) }),
      plugins: keys ? [keys] : [],
    })
    this.pool = pool
    this.availability = availability
    this.maintenance = maintenance
    this.primary = primary
    this.limited = (other) =>
      new ServingDatabase(pool, { ...settings, limit: { reading: limit.reading, ...other } })
    this.prepared = async (statement) =>
      (await queryPrepared(pool, availability, limit, statement)).rows
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
  const { acquireMs, queryMs, idleMs, isDirect, keys, ...checks } = { ...TIMES, ...times }
  const pool = servingPool(url, acquireMs, {
    ...(isDirect && {
      statement_timeout: queryMs,
      idle_in_transaction_session_timeout: idleMs,
    }),
  })
  const availability = watchAvailability(url, checks)
  const limit = { queryMs, idleMs, isOfSession: isDirect }
  return new ServingDatabase(pool, { availability, maintenance: newMaintenance(), limit, keys })
}

function servingPool(url: string, acquireMs: number, session: SessionLimits = {}): Pool {
  const config: PoolConfig & { Client: typeof ServingClient; pipeline: boolean } = {
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: acquireMs,
    keepAlive: true,
    pipeline: true,
    Client: ServingClient,
    ...session,
  }
  return openPool(config)
}

/** A replica, on which each request has its own reading. */
export interface ReadOnlyDatabase {
  at(reading: ReplicaReading): Database
  readonly availability: Availability
  close(): Promise<void>
}

/** Connects to a replica of `primary`, with the time limits of calls. */
export function connectReadOnly(
  url: string,
  { primary, keys }: { primary: Database; keys: EncryptionKeys | undefined },
): ReadOnlyDatabase {
  const { acquireMs, queryMs, idleMs, ...checks } = TIMES
  const pool = servingPool(url, acquireMs)
  const availability = watchAvailability(url, { ...checks, acceptsReplica: true })
  const limit = { queryMs, idleMs }
  const maintenance = newMaintenance()
  const db = new ServingDatabase(pool, { availability, maintenance, limit, keys, primary })
  return {
    at: (reading) => db.limited({ ...limit, reading }),
    availability,
    close: () => db.destroy(),
  }
}

/** Returns the database that accepts writes: the primary of a replica, otherwise the same. */
function primaryOf(db: Database): Database {
  return (db instanceof ServingDatabase ? db.primary : undefined) ?? db
}

/**
 * Returns the same database with another time limit per statement, null for none, and no limit for idle
 * transactions. A database that does not serve calls has no limits anyway.
 */
export function withTimeLimit(db: Database, queryMs: number | null): Database {
  return db instanceof ServingDatabase ? db.limited({ queryMs, idleMs: null }) : db
}

function newMaintenance(): Maintenance {
  return { listeners: [], retryAt: new Map() }
}

/**
 * Does work for later reads on the database that accepts writes, without a time limit. If that one serves calls, a failure
 * is reported and not thrown, because the read that found the work has its result. After a failure, the work of this name
 * is skipped for a minute, so that reads do not repeat it each time on a full disk.
 */
export async function maintain(
  db: Database,
  name: string,
  work: (primary: Database) => Promise<void>,
): Promise<void> {
  const primary = primaryOf(db)
  if (!(primary instanceof ServingDatabase)) return work(primary)
  const { listeners, retryAt } = primary.maintenance
  if (performance.now() < (retryAt.get(name) ?? 0)) return
  try {
    await work(withTimeLimit(primary, null))
    retryAt.delete(name)
  } catch (error) {
    // a lost database is reported already, but one that only refuses writes counts as lost, too
    if (error instanceof DatabaseUnavailable && !(await primary.availability.check())) return
    retryAt.set(name, performance.now() + MAINTENANCE_RETRY_MS)
    for (const listener of listeners) listener(error)
  }
}

/** Calls back when `maintain` fails on the serving database. */
export function onMaintenanceFailure(db: Database, listener: ErrorListener): void {
  if (db instanceof ServingDatabase) db.maintenance.listeners.push(listener)
}

/** The names of the statements that are prepared, by their text. */
const names = new Map<string, string>()

/** A prepared statement takes memory in every connection. */
const MAX_NAMES = 300

/** A pooler gave the statement to a session that does not know it, or its tables have changed. */
const NOT_PREPARED = new Set(['26000', '42P05', '0A000'])

const unprepared = new WeakSet<Pool>()

/** A statement with `$1` and so on in place of its parameters. */
export type StatementText = Pick<CompiledQuery, 'sql' | 'parameters'>

/**
 * Executes a statement outside a transaction. PostgreSQL keeps its plan, which takes as long to make as some
 * statements take to run. Behind a pooler that does not support prepared statements, it is planned each time.
 */
export async function executePrepared<R extends Row>(
  db: Database,
  query: StatementText,
): Promise<R[]> {
  const { sql: text, parameters } = query
  const name = nameOf(text)
  const execute = async () =>
    (await db.executeQuery<R>(CompiledQuery.raw(text, [...parameters]))).rows
  if (!(db instanceof ServingDatabase) || name === undefined || unprepared.has(db.pool))
    return execute()
  try {
    return (await db.prepared({ name, text, parameters })) as R[]
  } catch (error) {
    if (!(error instanceof DatabaseError && NOT_PREPARED.has(error.code ?? ''))) throw error
    unprepared.add(db.pool)
    return execute()
  }
}

/** Returns the same name for the same text in every process, because a pooler may share sessions among them. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size === MAX_NAMES) return known
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** The connections of a pool: all, those that are free, and the calls that wait for one. */
export interface PoolState {
  max: number
  size: number
  idle: number
  waiting: number
}

/** Returns the state of the serving pool; undefined for a database that does not serve calls. */
export function poolState(db: Database): PoolState | undefined {
  if (!(db instanceof ServingDatabase)) return undefined
  const { totalCount: size, idleCount: idle, waitingCount: waiting, options } = db.pool
  return { max: options.max, size, idle, waiting }
}

/** Returns whether the database answers, also while calls use all connections of the pool. */
export async function isAvailable(db: Database): Promise<boolean> {
  if (db instanceof ServingDatabase) return db.availability.check()
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}

/** Calls back when the serving database is lost, and when it is back. */
export function onAvailabilityChange(
  db: Database,
  listener: (change: AvailabilityChange) => void,
): void {
  if (db instanceof ServingDatabase) db.availability.onChange(listener)
}
