import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import type { AvailabilityChange } from './availability.ts'
import type { Database } from './connection.ts'
import type { EncryptionKeys } from './encryption-keys.ts'
import { type Position, ReplicaBehind, type ReplicaReading } from './replica-position.ts'
import { connectReadOnly } from './serving.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** Milliseconds that a request waits for a replica before the primary answers it. */
const WAIT_MS = 200

/** Milliseconds between two looks at the position of the replica. */
const POLL_MS = 10

/** What a request reads, and what its result must contain. */
export interface ReplicaRead<T> {
  /** The position of the last event that the client received. */
  received: Position
  /** Runs at the same time, on the primary. Returns another position that is required, or throws. */
  confirm: () => Promise<Position>
  /** May run several times. Must only read. */
  work: (db: Database) => Promise<T>
}

/** A replica of the primary, for lists, searches, counts and exports. */
export interface Replica {
  /** Runs the work on the replica, or on the primary if the replica lacks the required position or does not answer. */
  read<T>(read: ReplicaRead<T>): Promise<T>
  /** How many reads each of the two has answered. */
  readonly answered: { replica: number; primary: number }
  onAvailabilityChange(listener: (change: AvailabilityChange) => void): void
  close(): Promise<void>
}

/** Connects to the replica of `url`. Reads that it cannot answer go to `primary`. */
export function openReplica(
  url: string,
  {
    primary,
    keys,
    waitMs = WAIT_MS,
  }: { primary: Database; keys?: EncryptionKeys; waitMs?: number },
): Replica {
  const replica = connectReadOnly(url, { primary, keys })
  const answered = { replica: 0, primary: 0 }

  async function read<T>({ received, confirm, work }: ReplicaRead<T>): Promise<T> {
    const first = onReplica(received, work)
    // a request that is not confirmed is answered with the reason, whatever it would have read
    first.catch(() => {})
    const written = await confirm()
    let result = await first
    if (result && result.at < written) result = await onReplica(written, work)
    answered[result ? 'replica' : 'primary'] += 1
    return result ? result.value : work(primary)
  }

  async function onReplica<T>(required: Position, work: (db: Database) => Promise<T>) {
    const until = performance.now() + waitMs
    for (;;) {
      const reading: ReplicaReading = { required, at: undefined }
      try {
        const value = await work(replica.at(reading))
        return { value, at: reading.at ?? required }
      } catch (error) {
        if (!isForPrimary(error)) throw error
        if (!(error instanceof ReplicaBehind) || performance.now() > until) return undefined
        await pause(POLL_MS)
      }
    }
  }

  return {
    read,
    answered,
    onAvailabilityChange: (listener) => replica.availability.onChange(listener),
    close: () => replica.close(),
  }
}

/** The replica had to cancel a query, because the primary removed rows that it read. */
const CONFLICT = '40001'

function isForPrimary(error: unknown): boolean {
  return (
    error instanceof ReplicaBehind ||
    error instanceof DatabaseUnavailable ||
    (error instanceof DatabaseError && error.code === CONFLICT)
  )
}
