import type { StepUpdate } from '@mandap/contract/partner.ts'
import type { Step } from '@mandap/domain/verification/step.ts'
import type { DocumentField } from '@mandap/domain/verification/upload.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'

/** What a request does to a record. */
export type Operation =
  | { is: 'read' }
  | { is: 'decide'; step: Step; update: StepUpdate }
  | { is: 'upload'; field: DocumentField }
  | { is: 'delete' }
  | { is: 'restore' }
  | { is: 'change'; fields: JsonObject }

/** The record of a request. */
export interface Target {
  kind: 'partner' | 'booking'
  id: string
}

/** A request, with each time that it was sent. All have the same `Idempotency-Key`. */
export interface Requested {
  /** The name of the sender in the audit log. */
  by: string
  target: Target
  operation: Operation
  /** The version of `If-Match`; null without one. */
  version: number | null
  /** Whether it carries a valid grant. `ending` if the grant ended while the request was on its way. */
  elevated: boolean | 'ending'
  attempts: Attempt[]
}

/** One sending of a request. The times are milliseconds of one clock. */
export interface Attempt {
  sent: number
  answered: number
  /** Null if there was none, or the server announced an overload. It may have done the work. */
  answer: Answer | null
}

export interface Answer {
  status: number
  body: JsonObject
}

/** A record at one moment. */
export interface State {
  body: JsonObject
  version: number
  isDeleted: boolean
}

/** An entry of the audit log. */
export interface Entry {
  id: number
  by: string
  kind: string
  version: number | null
  before: JsonObject
  after: JsonObject
  elevation: string | null
}

/** All that happened to one record. */
export interface RecordHistory {
  target: Target
  first: State
  /** The record as it is stored at the end. */
  stored: State
  /** Its entries in the audit log, oldest first. */
  entries: readonly Entry[]
  requested: readonly Requested[]
}

/** Returns a short description of a request, for a report. */
export function describe({ by, target, operation, version, elevated }: Requested): string {
  const { is, ...details } = operation
  const what = Object.keys(details).length > 0 ? ` ${JSON.stringify(details)}` : ''
  const on = version === null ? '' : ` on version ${version}`
  const grant = { true: ' with a grant', ending: ' with a grant that ends', false: '' }
  return `${is}${what} of ${target.kind} ${target.id}${on} by ${by}${grant[`${elevated}`]}`
}
