import type { ChangeEvent, PresenceEvent } from '@mandap/contract/live.ts'

/** A message of a stream of changes. `id` is null for a message that is not repeated after a lost connection. */
export type LiveMessage =
  /** The stream is open, and `id` is the one after which it continues. */
  | { is: 'open'; id: number | null; stream: string }
  | { is: 'change'; id: number | null; change: ChangeEvent }
  /** Others have opened or closed these records; null for any. */
  | { is: 'presence'; id: null; records: PresenceEvent['records'] }
  /** Anything may have changed. */
  | { is: 'many'; id: number | null; position?: string | undefined }
  /** Milliseconds after which to connect again, once the stream has ended. */
  | { is: 'retry'; ms: number }

/** The id of the last message that was received, or how many milliseconds of the past are unknown. */
export type Missed = { after: number } | { past: number }

/** Opens a stream of changes, which also ends when its connection is lost. Rejects with an `ApiError`. */
export interface Follow {
  (missed: Missed, signal: AbortSignal): AsyncIterable<LiveMessage>
  /** Whether each tab has a stream of its own, which ends with the tab. Otherwise the tabs of a browser share one. */
  isOfTab?: boolean
}
