import type { ErrorCode } from '@mandap/contract/error-code.ts'
import { minutesText } from '@mandap/domain/time/minutes-text.ts'

/** The kinds of failures, each with a message that says what to do. */
export const FAILURES = {
  unauthorised: 'Your session has ended. Sign in again.',
  forbidden: 'Your account is not allowed to do this. Ask your administrator for access.',
  notFound: 'This record no longer exists. Go back and reload the list.',
  conflict: 'Someone else has changed this. Review the changes and save again.',
  invalid: 'The server rejected your input. Correct it and try again.',
  tooMany: 'Too many requests. Try again in a minute.',
  server: 'The server had a problem. Try again in a moment.',
  unreachable: "Can't reach the server. Check your connection and try again.",
  timeout: 'The server took too long to answer. Try again.',
  malformed:
    'The server sent an unexpected answer. Try again. If the problem remains, tell your administrator.',
} as const

/** The messages of calls that only read, if they differ. */
const OF_READING: Partial<Record<ApiErrorKind, string>> = {
  forbidden: 'Your account is not allowed to see this. Ask your administrator for access.',
  conflict: 'Someone else was changing this. Try again.',
  invalid: 'The server did not understand the request. Go back and try again.',
}

/** A proxy answers a request that is larger than it accepts with a page of HTML. */
const TOO_LARGE = 'The request was too large. Shorten your text and try again.'

/** A list cannot be deleted, so a 404 means that the server does not have the call. */
const NO_LIST =
  'The server does not support this. Try again. If the problem remains, tell your administrator.'
const LIST = /^GET \/(?:[\w-]+|user\/all|\w+\/(?:counts|people))$/

/** The error code of a call that requires Super Admin mode (§6). */
export const ELEVATION_REQUIRED = 'ELEVATION_REQUIRED' satisfies ErrorCode

/** The error code of a call that viewers cannot make. The server's message says so. */
export const ROLE_REQUIRED = 'ROLE_REQUIRED' satisfies ErrorCode

/**
 * The error code of every call of a person who has signed in at a hosted identity service and has no access. The server's
 * message says why.
 */
export const NOT_AN_ADMINISTRATOR = 'NOT_AN_ADMINISTRATOR' satisfies ErrorCode

/**
 * The error code of a call beyond a limit that Super Admin mode lifts. The server's message says after how many minutes
 * to continue.
 */
export const LIMIT_REACHED = 'LIMIT_REACHED' satisfies ErrorCode

/** The error code of a document whose content was destroyed because its time was over. The server's message says when. */
export const DOCUMENT_DESTROYED = 'DOCUMENT_DESTROYED' satisfies ErrorCode

/** The codes of errors whose message must be the server's, because only it says the reason and how long to wait. */
const EXPLAINED =
  /^(?:TOO_MANY_\w+|LIMIT_REACHED|ROLE_REQUIRED|ERASED|EXPORTS_BUSY|DISK_FULL|ENCRYPTION_KEY_UNAVAILABLE)$/

/** The error code of a call that the server could not answer because its database is lost, for example until a replica is promoted. */
const DATABASE_UNAVAILABLE = 'DATABASE_UNAVAILABLE' satisfies ErrorCode

export type ApiErrorKind = keyof typeof FAILURES

export interface ApiErrorDetails {
  /** The HTTP status, if the server answered. */
  status?: number | undefined
  /** The server's code for the reason: 'ELEVATION_REQUIRED'. Another host may send other codes. */
  code?: ErrorCode | undefined
  /** The server's message. `ApiError.message` repeats it only for `invalid` and explained codes. */
  message?: string | undefined
  /** The invalid field, for `invalid`. */
  field?: string | undefined
  /** Seconds after which the call may be repeated, for `tooMany`. */
  retryAfter?: number | undefined
  /** The server's name for the request, under which its log has the failure. */
  requestId?: string | undefined
  /** The body of the answer, if it was JSON. */
  body?: unknown
  /** The call, for the log: 'GET /bookings'. */
  call?: string | undefined
  cause?: unknown
}

/** A failed call. `message` is a sentence that a person can act on. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  readonly details: ApiErrorDetails

  constructor(kind: ApiErrorKind, details: ApiErrorDetails = {}) {
    super(sentence(kind, details), { cause: details.cause })
    this.kind = kind
    this.details = details
  }

  get code(): ErrorCode | null {
    return this.details.code ?? null
  }

  get field(): string | null {
    return this.details.field ?? null
  }
}

function sentence(kind: ApiErrorKind, details: ApiErrorDetails): string {
  const { code, message, retryAfter, requestId, call = '' } = details
  if (code === ELEVATION_REQUIRED) return 'Only a Super Admin can do this.'
  if ((kind === 'invalid' || EXPLAINED.test(code ?? '')) && message) return message
  if (details.status === 413) return TOO_LARGE
  if (kind === 'tooMany' && retryAfter)
    return FAILURES.tooMany.replace('a minute', minutesText(retryAfter))
  if (kind === 'notFound' && LIST.test(call)) return NO_LIST
  if (kind === 'server' && requestId !== undefined)
    return `${FAILURES.server} If the problem remains, report request ${requestId}.`
  return (call.startsWith('GET ') && OF_READING[kind]) || FAILURES[kind]
}

/** Returns whether a call failed with one of these codes. */
export function hasCode<Code extends ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ApiError & { readonly code: Code } {
  const asked: readonly (ErrorCode | null)[] = codes
  return error instanceof ApiError && asked.includes(error.code)
}

/** Returns whether a call failed because its record does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'notFound'
}

/** Returns whether the same call may succeed when it is repeated. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && ['unreachable', 'timeout', 'server'].includes(error.kind)
}

/** Returns whether the server waits for its database, so that the same call succeeds once the database answers. */
export function isDatabaseLost(error: unknown): boolean {
  return hasCode(error, DATABASE_UNAVAILABLE)
}
