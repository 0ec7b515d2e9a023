import type { Booking } from '@mandap/domain/booking/booking.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'

/** The ways a call to the host can fail, with what a person can do about each. */
export const FAILURES = {
  unauthorised: 'Your session has ended. Sign in again.',
  forbidden: 'Your account is not allowed to do this. Ask your administrator for access.',
  notFound: 'This record no longer exists. Go back and reload the list.',
  conflict: 'Someone else has changed this. Review the changes and save again.',
  invalid: 'The server rejected your input. Correct it and try again.',
  tooMany: 'Too many requests. Wait a minute and try again.',
  server: 'The server had a problem. Try again in a moment.',
  unreachable: "Can't reach the server. Check your connection and try again.",
  timeout: 'The server took too long to answer. Try again.',
  malformed:
    'The server sent an unexpected answer. Try again. If the problem remains, tell your administrator.',
} as const

/** What is said otherwise where something was only asked for. */
const OF_READING: Partial<Record<ApiErrorKind, string>> = {
  forbidden: 'Your account is not allowed to see this. Ask your administrator for access.',
  conflict: 'Someone else was changing this. Try again.',
  invalid: 'The server did not understand the request. Go back and try again.',
}

/** A list is no record that could be gone. */
const NO_LIST =
  'The server does not support this. Try again. If the problem remains, tell your administrator.'
const LIST = /^GET \/(?:[\w-]+|user\/all|\w+\/(?:counts|people))$/

/** The code of a refusal for want of Super Admin mode (§6). */
export const ELEVATION_REQUIRED = 'ELEVATION_REQUIRED'

export type ApiErrorKind = keyof typeof FAILURES

/** One change between the version that was read and the current one. */
export interface RecordChange {
  version: number
  /** Epoch milliseconds; null where the host does not say. */
  at: number | null
  /** The e-mail of the administrator who made it; `''` where the host does not say. */
  by: string
  fields: readonly { field: string; before: unknown; after: unknown }[]
}

/** The record as it now stands, and how it came to differ, oldest change first. */
export interface Conflict<R = Booking> {
  current: R
  changes: readonly RecordChange[]
}

export interface ApiErrorDetails {
  /** The HTTP status, where the host answered. */
  status?: number | undefined
  /** The host's own word for the reason: 'ELEVATION_REQUIRED'. */
  code?: string | undefined
  /** The host's own sentence; only that of an `invalid` answer is shown. */
  message?: string | undefined
  /** The field that an `invalid` answer names. */
  field?: string | undefined
  conflict?: Conflict | undefined
  partnerConflict?: Conflict<Partner> | undefined
  /** Seconds after which a `tooMany` answer lets us try again. */
  retryAfter?: number | undefined
  /** What the host answered, if it was JSON. */
  body?: unknown
  /** What was asked, for the log: 'GET /bookings'. */
  call?: string | undefined
  cause?: unknown
}

/** Every way a Host's promise rejects. `message` is a sentence that a person can act on. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  readonly details: ApiErrorDetails

  constructor(kind: ApiErrorKind, details: ApiErrorDetails = {}) {
    super(sentence(kind, details), { cause: details.cause })
    this.kind = kind
    this.details = details
  }

  get conflict(): Conflict | null {
    return this.details.conflict ?? null
  }

  get partnerConflict(): Conflict<Partner> | null {
    return this.details.partnerConflict ?? null
  }

  get code(): string | null {
    return this.details.code ?? null
  }

  get field(): string | null {
    return this.details.field ?? null
  }
}

function sentence(kind: ApiErrorKind, details: ApiErrorDetails): string {
  const { code, message, retryAfter, call = '' } = details
  if (code === ELEVATION_REQUIRED) return 'Only a Super Admin can do this.'
  if (kind === 'invalid' && message) return message
  if (kind === 'tooMany' && retryAfter !== undefined)
    return `Too many requests. Try again in ${retryAfter} s.`
  if (kind === 'notFound' && LIST.test(call)) return NO_LIST
  return (call.startsWith('GET ') && OF_READING[kind]) || FAILURES[kind]
}

/** Whether trying the same call again can help; a refusal stays one. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && ['unreachable', 'timeout', 'server'].includes(error.kind)
}
