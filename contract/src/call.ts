import type { Static, TObject, TSchema } from 'typebox'

/** One call of the contract, keyed by its method and path: `'GET /bookings/{id}'`. */
export interface Call {
  /** What it does, in a line. */
  summary: string
  description?: string
  /** The section of the specification, or none for a call of our own. */
  section?: string
  /** Answers without a session. */
  public?: true
  /** A write that takes an `Idempotency-Key`, and may therefore be repeated. */
  idempotent?: true
  params?: TObject
  querystring?: TObject
  headers?: TObject
  body?: TSchema
  /** The media type of the body, where it is not JSON. */
  bodyType?: string
  /** Bytes that the body may have, where they are not 256 kB. */
  maxBody?: number
  /** What it answers when it succeeds, by status. */
  answers: Readonly<Record<number, Answer>>
  /** The statuses, beside 401, 500 and 503, with which it answers a problem. */
  problems?: readonly ProblemStatus[]
}

export interface Answer {
  description: string
  schema?: TSchema
  headers?: Readonly<Record<string, { description: string; schema: TSchema }>>
}

export type ProblemStatus = 400 | 403 | 404 | 409 | 410 | 413 | 415 | 416 | 422 | 429 | 502 | 503

type Part<C extends Call, P extends keyof Call> = C[P] extends TSchema ? Static<C[P]> : undefined

/** The parts of a request, as types. */
export interface RequestOf<C extends Call> {
  params: Part<C, 'params'>
  querystring: Part<C, 'querystring'>
  headers: Part<C, 'headers'>
  body: Part<C, 'body'>
}
