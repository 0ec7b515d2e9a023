import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseError, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import type { Availability } from './availability.ts'
import type { ServingClient } from './serving-client.ts'
import { admitPosition, READ_POSITION, type ReplicaReading } from './replica-position.ts'
import { DatabaseBusy, DatabaseUnavailable } from './unavailable.ts'

/** Time limits of queries; null for none. */
export interface QueryLimit {
  /** Milliseconds of one statement. */
  queryMs: number | null
  /** Milliseconds that a transaction may be idle. */
  idleMs: number | null
  /** Whether the sessions of the pool have these limits already. */
  isOfSession?: boolean
  /** Set for reads on a replica. */
  reading?: ReplicaReading | undefined
}

type Result = QueryResult<Record<string, unknown>>

/** Milliseconds that the client waits longer than PostgreSQL's own limit. */
const GRACE_MS = 2000

/** Gives Kysely the connections of `pool`. Every query has a time limit in PostgreSQL and in this process. */
export function limitedPool(
  pool: Pool,
  availability: Availability,
  limit: QueryLimit,
): PostgresPool {
  return {
    options: pool.options,
    connect: async () => {
      const client = await limitedClient(pool, availability, limit)
      // Kysely's type asks for a row type that is unknown here
      return client as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}

/** Sends one statement on a connection of `pool`, with its time limits, as the prepared statement `name`. */
export async function queryPrepared(
  pool: Pool,
  availability: Availability,
  limit: QueryLimit,
  statement: { name: string; text: string; parameters: readonly unknown[] },
): Promise<Result> {
  const client = await limitedClient(pool, availability, limit)
  try {
    return await client.query(statement.text, statement.parameters, statement.name)
  } finally {
    client.release()
  }
}

async function acquire(
  pool: Pool,
  availability: Availability,
): Promise<PoolClient & ServingClient> {
  let isAbandoned = false
  try {
    const client = await availability.run(
      async () => {
        const acquired = await pool.connect()
        if (isAbandoned) acquired.release()
        return acquired
      },
      () => (isAbandoned = true),
    )
    // the pool makes its connections of that class
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return client as PoolClient & ServingClient
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    if (!(await availability.check())) throw new DatabaseUnavailable()
    throw new DatabaseBusy(`no connection was free (${String(error)})`)
  }
}

async function limitedClient(
  pool: Pool,
  availability: Availability,
  { queryMs, idleMs, isOfSession = false, reading }: QueryLimit,
) {
  const client = await acquire(pool, availability)
  // not a setting of the session: a pooler may use another session for the next transaction
  const limits = `set local statement_timeout = ${queryMs ?? 0}; set local idle_in_transaction_session_timeout = ${idleMs ?? 0}`
  let isBroken = false
  let isInTransaction = false

  const onError = () => (isBroken = true)
  client.on('error', onError)

  function destroy() {
    isBroken = true
    client.socket.destroy()
  }

  async function query(
    text: string,
    parameters: readonly unknown[] = [],
    name?: string,
  ): Promise<Result> {
    // for example the rollback after a query that was lost
    if (isBroken) throw new DatabaseUnavailable()
    const timer = queryMs === null ? undefined : setTimeout(destroy, queryMs + GRACE_MS)
    try {
      return await availability.run(() => send(text, parameters, name), destroy)
    } catch (error) {
      throw problemOf(error)
    } finally {
      clearTimeout(timer)
    }
  }

  async function send(
    text: string,
    parameters: readonly unknown[],
    name: string | undefined,
  ): Promise<Result> {
    const begins = /^(?:begin|start transaction)/.test(text)
    const ends = text === 'commit' || text === 'rollback'
    if (!isInTransaction && !begins)
      return sendAlone({ text, values: [...parameters], ...(name && { name }) })
    isInTransaction = !ends
    // before the transaction takes its snapshot
    if (begins && reading) admitPosition(reading, await client.query(READ_POSITION))
    return client.query(begins && !isOfSession ? `${text}; ${limits}` : text, [...parameters])
  }

  /** Sends a statement in its own transaction with its limits, all in one round trip. */
  async function sendAlone(statement: QueryConfig): Promise<Result> {
    if (isOfSession) return client.query(statement)
    // one write to the socket instead of one per statement
    client.socket.cork()
    const begun = client.query(`begin; ${limits}`)
    const position = reading && client.query(READ_POSITION)
    const answered = client.query(statement)
    const committed = client.query('commit')
    client.socket.uncork()
    await Promise.allSettled([begun, position ?? begun, answered, committed])
    await begun
    if (reading && position) admitPosition(reading, await position)
    const answer = await answered
    await committed
    return answer
  }

  function problemOf(error: unknown): unknown {
    if (error instanceof DatabaseError && error.code === QUERY_CANCELED)
      return new DatabaseBusy(error.message)
    if (!isBroken && !isLost(error)) return error
    isBroken = true
    void availability.check()
    return new DatabaseUnavailable()
  }

  return {
    query,
    release(isDiscarded = false) {
      client.off('error', onError)
      client.release(isBroken || isDiscarded)
    },
  }
}

const QUERY_CANCELED = '57014'

/** PostgreSQL stops, has stopped, ended the session, or is a replica now. Class 08 is about the connection. */
const LOST = /^(?:08|57P0[1235]$|25P03$|25006$)/

function isLost(error: unknown): boolean {
  return error instanceof DatabaseError && LOST.test(error.code ?? '')
}
