import type { Static, TObject, TSchema } from 'typebox'

/** One call of the contract, keyed by its method and path: `'GET /bookings/{id}'`. */
export interface Call {
  /** What the call does, in one line. */
  summary: string
  description?: string
  /** The section of the specification that describes the call or its use; null if none does. */
  section: string | null
  /** The call needs no session. */
  public?: true
  /** Whether viewers may make the call. By default they may make those that read (`GET`), and no others. */
  viewers?: 'allowed' | 'refused'
  /**
   * Counts the call towards a limit of its session instead of the administrator's. An administrator can then end a
   * stolen session that has used up their limit.
   */
  countedBySession?: true
  /** The call takes an `Idempotency-Key`, so a client can repeat it. */
  idempotent?: true
  params?: TObject
  querystring?: TObject
  headers?: TObject
  body?: TSchema
  /** The media type of the body. The default is JSON. */
  bodyType?: string
  /** The maximum size of the body in bytes. The default is `MAX_BODY_BYTES`. */
  maxBody?: number
  /** The successful answers by status, and other answers with a schema of their own. */
  answers: Readonly<Record<number, Answer>>
  /**
   * The statuses of its error bodies besides 500 and 503, and 422 of an idempotent call. Each call that is not public also
   * has 401, 403 and 429 of the session: they are listed only if the call answers them for a reason of its own.
   */
  errors?: readonly ErrorStatus[]
}

export interface Answer {
  description: string
  schema?: TSchema
  headers?: Readonly<Record<string, { description: string; schema: TSchema }>>
}

export type ErrorStatus = 400 | 403 | 404 | 409 | 410 | 413 | 415 | 416 | 429 | 502

type Part<C extends Call, P extends keyof Call> = C[P] extends TSchema ? Static<C[P]> : undefined

/** The type of the body of a successful answer; undefined for one that has no content. */
export type AnswerOf<C extends Call> = {
  [Status in keyof C['answers'] & (200 | 201)]: C['answers'][Status] extends {
    schema: infer S extends TSchema
  }
    ? Static<S>
    : undefined
}[keyof C['answers'] & (200 | 201)]

/** The types of the parts of a request. */
export interface RequestOf<C extends Call> {
  params: Part<C, 'params'>
  querystring: Part<C, 'querystring'>
  headers: Part<C, 'headers'>
  body: Part<C, 'body'>
}
