import { reasonOf } from '../error/reason.ts'
import { DatabaseError } from 'pg'
import { ServingClient } from './serving-client.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export interface AvailabilityTimes {
  /** Milliseconds after which unfinished work causes a check of the database. */
  checkMs: number
  /** Time limit of such a check, in milliseconds. */
  probeMs: number
  /** Milliseconds from one check to the next while the database is lost. The one before may still run. */
  retryMs: number
  /** Whether a replica will do. Otherwise it counts as lost, because it accepts no writes. */
  acceptsReplica?: boolean
}

/** The database was lost, with the reason, or is back after some milliseconds. */
export type AvailabilityChange = { is: 'lost'; reason: string } | { is: 'back'; afterMs: number }

/** Tracks whether the database answers, for all work of one pool. */
export interface Availability {
  /** Opens a new connection and runs a small query. Returns whether the database answers. */
  check(): Promise<boolean>
  /**
   * Starts work on the database. While the database is lost, this rejects with `DatabaseUnavailable`, and
   * `abandon` ends the work that was started.
   */
  run<T>(start: () => Promise<T>, abandon: () => void): Promise<T>
  onChange(listener: (change: AvailabilityChange) => void): void
  close(): void
}

/** Watches the database of `url`. Sends no query as long as all work finishes in time. */
export function watchAvailability(url: string, times: AvailabilityTimes): Availability {
  const running = new Set<() => void>()
  const listeners: ((change: AvailabilityChange) => void)[] = []
  let lostAt: number | null = null
  /** When it answered last. */
  let foundAt = 0
  let checking: Promise<boolean> | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  function check(): Promise<boolean> {
    checking ??= attempt().finally(() => (checking = undefined))
    return checking
  }

  async function attempt(): Promise<boolean> {
    const beganAt = performance.now()
    return probe(url, times).then(foundThere, (error: unknown) => foundLost(error, beganAt))
  }

  function foundThere() {
    foundAt = performance.now()
    clearInterval(retry)
    if (lostAt !== null) report({ is: 'back', afterMs: foundAt - lostAt })
    lostAt = null
    return true
  }

  function foundLost(error: unknown, beganAt: number) {
    // a later attempt has found it
    if (beganAt < foundAt) return true
    if (isClosed || lostAt !== null) return false
    lostAt = performance.now()
    report({ is: 'lost', reason: reasonOf(error) })
    for (const lose of running) lose()
    // one that hangs, for example because a proxy still connects to a lost primary, must not delay the next
    retry = setInterval(() => void attempt(), times.retryMs).unref()
    return false
  }

  function report(change: AvailabilityChange) {
    for (const listener of listeners) listener(change)
  }

  function run<T>(start: () => Promise<T>, abandon: () => void): Promise<T> {
    if (lostAt !== null) return Promise.reject(new DatabaseUnavailable())
    return new Promise<T>((resolve, reject) => {
      const timer = setInterval(() => void check(), times.checkMs).unref()
      function lose() {
        end()
        reject(new DatabaseUnavailable())
        abandon()
      }
      function end() {
        clearInterval(timer)
        running.delete(lose)
      }
      running.add(lose)
      start().finally(end).then(resolve, reject)
    })
  }

  return {
    check,
    run,
    onChange: (listener) => void listeners.push(listener),
    close() {
      isClosed = true
      clearInterval(retry)
    },
  }
}

/** Rejects if the database does not answer a query on a new connection within the time limit. */
async function probe(
  url: string,
  { probeMs: limitMs, acceptsReplica = false }: AvailabilityTimes,
): Promise<void> {
  const client = new ServingClient({ connectionString: url })
  // a lost connection also causes a rejection, which is handled below
  client.on('error', () => {})
  const timer = setTimeout(() => {
    client.socket.destroy(new Error(`no answer within ${limitMs} ms`))
  }, limitMs)
  try {
    await client.connect()
    const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is')
    // a primary that was replaced, or a replica that is not promoted yet
    if (rows[0]?.is && !acceptsReplica) throw new Error('it is a replica, which accepts no writes')
  } catch (error) {
    // all connections are in use, so the database answers
    if (!(error instanceof DatabaseError && error.code === TOO_MANY_CONNECTIONS)) throw error
  } finally {
    clearTimeout(timer)
    client.end().catch(() => {})
  }
}

const TOO_MANY_CONNECTIONS = '53300'
