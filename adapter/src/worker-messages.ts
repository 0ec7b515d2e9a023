import type { ApiErrorDetails, ApiErrorKind } from '@mandap/client/api-error.ts'
import type { LiveMessage, Missed } from '@mandap/client/live-message.ts'
import type { TransportAnswer, TransportRequest } from '@mandap/client/transport.ts'

/** The messages from the page to the worker of an adapter. */
export type ToWorker =
  /** The settings of the adapter in this worker. */
  | { kind: 'open'; settings: unknown }
  | { kind: 'send'; id: number; request: TransportRequest; token: string | null }
  | { kind: 'abort'; id: number }
  | { kind: 'refresh' }
  /** The page is shown again. */
  | { kind: 'expire' }
  | { kind: 'follow'; stream: string; missed: Missed }
  | { kind: 'unfollow'; stream: string }
  /** The page holds a lock until it is closed. */
  | { kind: 'held'; lock: string }

/** The messages from the worker to the page. */
export type FromWorker =
  | { kind: 'answer'; id: number; answer: TransportAnswer }
  | { kind: 'failure'; id: number; error: ApiErrorKind; details: ApiErrorDetails }
  | { kind: 'defect'; id: number; message: string }
  | { kind: 'changed' }
  | { kind: 'live'; stream: string; message: LiveMessage }
  /** A worker that pages share holds a lock until it ends. */
  | { kind: 'held'; lock: string }

/** The page's end of a worker, which other pages may share. */
export interface WorkerEnd {
  postMessage(message: ToWorker): void
  addEventListener(type: 'message', listener: (event: MessageEvent<FromWorker>) => void): void
  addEventListener(type: 'error', listener: (event: ErrorEvent) => void): void
  terminate(): void
}

/** The worker's end of a page: the worker itself, or a port if pages share it. */
export interface PageEnd {
  postMessage(message: FromWorker): void
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void
}

/** Sends a message to a worker. */
export function postTo(worker: WorkerEnd, message: ToWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  worker.postMessage(message)
}
