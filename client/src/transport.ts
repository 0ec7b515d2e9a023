import type { CallKey } from '@mandap/contract/calls.ts'

/** A contract call as the client hands it to a transport. Structured-cloneable. */
export interface TransportRequest {
  key: CallKey
  params?: Readonly<Record<string, string>> | undefined
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  /** By lower-case name: 'if-match', 'x-elevation'. */
  headers?: Readonly<Record<string, string>> | undefined
  body?: unknown
}

/** The answer to a call that succeeded; `body` is undefined where the answer has none. */
export interface TransportAnswer {
  status: number
  body: unknown
}

/** Carries contract calls: to the server over HTTP, or to an adapter that answers them itself. */
export interface Transport {
  /** Rejects with an `ApiError` for each failed call; an aborted one rejects with the signal's reason. */
  send(request: TransportRequest, signal?: AbortSignal): Promise<TransportAnswer>
  /** Drops the whole lists that the transport keeps, so that the next reads are fresh. */
  refresh(): void
  /** Calls back when lists that were read before have changed. Returns how to stop. */
  watch(changed: () => void): () => void
}
