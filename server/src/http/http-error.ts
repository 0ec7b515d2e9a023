import type { ErrorCode } from '@mandap/contract/error-code.ts'

/** The body of every error response. */
export interface Envelope {
  error: { code: ErrorCode; message: string; field?: string }
}

interface HttpErrorDetails {
  /** The field of the request that is wrong. */
  field?: string | undefined
  /** Seconds after which the same call can succeed, which `Retry-After` tells the client. */
  retryAfter?: number
  /** What failed. It is for the log, not for the client. */
  cause?: unknown
}

/** Thrown by a handler to answer with `status` and an error body. `message` is a sentence for a person. */
export class HttpError extends Error {
  override readonly name: string = 'HttpError'
  readonly status: number
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly retryAfter: number | undefined
  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    { field, retryAfter, cause }: HttpErrorDetails = {},
  ) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.field = field
    this.retryAfter = retryAfter
  }
}

/** Returns the error of a request that breaks a rule of its call. `field` is the field that is wrong, if one is. */
export function invalid(field: string | undefined, message: string): HttpError {
  return new HttpError(400, 'INVALID', message, { field })
}

export function notFound(message: string): HttpError {
  return new HttpError(404, 'NOT_FOUND', message)
}

/** Maximum length of a message or a field in an answer or the log, which may repeat a name from the request. */
const MAX_REPEATED = 500

export function envelope(code: ErrorCode, message: string, field?: string): Envelope {
  return {
    error: {
      code,
      message: beginning(message),
      ...(field !== undefined && { field: beginning(field) }),
    },
  }
}

/** Returns a text of limited length that may repeat a name from the request. */
export function beginning(text: string): string {
  return text.length > MAX_REPEATED ? `${text.slice(0, MAX_REPEATED).toWellFormed()}…` : text
}
