import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseError, type Pool, type PoolClient, type QueryResult } from 'pg'
import type { Availability } from './availability.ts'
import type { ServingClient } from './serving-client.ts'
import { DatabaseBusy, DatabaseUnavailable } from './unavailable.ts'

/** Time limits of queries; null for none. */
export interface QueryLimit {
  /** Milliseconds of one statement. */
  queryMs: number | null
  /** Milliseconds that a transaction may be idle. */
  idleMs: number | null
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
    connect: async () => limitedClient(await acquire(pool, availability), availability, limit),
    end: () => pool.end(),
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

function limitedClient(
  client: PoolClient & ServingClient,
  availability: Availability,
  { queryMs, idleMs }: QueryLimit,
): PostgresPoolClient {
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

  async function query(text: string, parameters: readonly unknown[] = []): Promise<Result> {
    // for example the rollback after a query that was lost
    if (isBroken) throw new DatabaseUnavailable()
    const timer = queryMs === null ? undefined : setTimeout(destroy, queryMs + GRACE_MS)
    try {
      return await availability.run(() => send(text, parameters), destroy)
    } catch (error) {
      throw problemOf(error)
    } finally {
      clearTimeout(timer)
    }
  }

  async function send(text: string, parameters: readonly unknown[]): Promise<Result> {
    const begins = /^(?:begin|start transaction)/.test(text)
    const ends = text === 'commit' || text === 'rollback'
    if (!isInTransaction && !begins) return sendAlone(text, parameters)
    isInTransaction = !ends
    return client.query(begins ? `${text}; ${limits}` : text, [...parameters])
  }

  /** Sends a statement in its own transaction with its limits, all in one round trip. */
  async function sendAlone(text: string, parameters: readonly unknown[]): Promise<Result> {
    const sent = [
      client.query(`begin; ${limits}`),
      client.query(text, [...parameters]),
      client.query('commit'),
    ] as const
    await Promise.allSettled(sent)
    const [, answer] = await Promise.all(sent)
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
    // Kysely's type asks for a row type that is unknown here
    query: query as unknown as PostgresPoolClient['query'],
    release(isDiscarded = false) {
      client.off('error', onError)
      client.release(isBroken || isDiscarded)
    },
  }
}

const QUERY_CANCELED = '57014'

/** PostgreSQL stops, has stopped, or ended the session. Class 08 is about the connection. */
const LOST = /^(?:08|57P0[1235]$|25P03$)/

function isLost(error: unknown): boolean {
  return error instanceof DatabaseError && LOST.test(error.code ?? '')
}
