import type { ApiErrorDetails, ApiErrorKind } from '@mandap/client/api-error.ts'
import type { TransportAnswer, TransportRequest } from '@mandap/client/transport.ts'

/** The messages from the page to the worker of an adapter. */
export type ToWorker =
  /** The settings of the adapter in this worker. */
  | { kind: 'open'; settings: unknown }
  | { kind: 'send'; id: number; request: TransportRequest; token: string | null }
  | { kind: 'abort'; id: number }
  | { kind: 'refresh' }

/** The messages from the worker to the page. */
export type FromWorker =
  | { kind: 'answer'; id: number; answer: TransportAnswer }
  | { kind: 'failure'; id: number; error: ApiErrorKind; details: ApiErrorDetails }
  | { kind: 'defect'; id: number; message: string }
  | { kind: 'changed' }
