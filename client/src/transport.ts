import type { CallKey } from '@mandap/contract/calls.ts'
import type { Follow } from './live-message.ts'

/** A call of the contract for a transport. It can be cloned to a worker. */
export interface TransportRequest {
  key: CallKey
  params?: Readonly<Record<string, string>> | undefined
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  /** Headers by lower-case name: 'if-match', 'x-elevation'. */
  headers?: Readonly<Record<string, string>> | undefined
  body?: unknown
}

/** The answer to a successful call. `body` is undefined if the answer has none. */
export interface TransportAnswer {
  status: number
  body: unknown
}

/** Sends calls of the contract to the server over HTTP, or to an adapter that answers them. */
export interface Transport {
  /** Rejects with an `ApiError` if the call fails, and with the signal's reason if it is aborted. */
  send(request: TransportRequest, signal?: AbortSignal): Promise<TransportAnswer>
  /** Drops the whole lists that the transport keeps, so that the next reads are fresh. */
  refresh(): void
  /** Calls `changed` when lists that were read before have changed. Returns a function that stops it. */
  watch(changed: () => void): () => void
  /** Follows what others change. Missing if the host does not send it: a capability. */
  follow?: Follow | undefined
  /** Makes later reads contain the change of the event with this position, if the host has replicas. */
  readFrom?: ((position: string) => void) | undefined
}
