import { PARTNER_FIELDS } from '@mandap/domain/booking/booking.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { documentAddress } from '@mandap/domain/verification/document-address.ts'
import { afterReupload } from '@mandap/domain/verification/reupload.ts'
import { STEPS, whyDisabled } from '@mandap/domain/verification/step.ts'
import { isObject, type JsonObject } from '@mandap/domain/wire/read.ts'
import { difference } from '../src/records/difference.ts'
import type { Requested, Operation, State } from './history.ts'

/** The answer that a request gets if it runs on one state of its record, and the state after it. */
export interface Prediction {
  status: number
  /** The code of an error. */
  code?: string
  /** The record in the answer. */
  record?: JsonObject
  /** The state after the request: the same object if it changes nothing. */
  next: State
  /** The audit entry of a change. `after` has what it names although it may be as before. */
  audit?: { kind: string; elevated: boolean; after?: JsonObject }
  /** The partner that has to exist for this answer, or has to be missing. */
  partner?: { id: string; exists: boolean }
}

/**
 * Returns what the rules of the domain say about a request on one state. `document` is the id of an uploaded document, and
 * `partnerExists` says whether the partner that a booking changes to exists.
 */
export function predict(
  state: State,
  requested: Pick<Requested, 'operation' | 'version'> & { elevated: boolean },
  { document = '', partnerExists = true } = {},
): Prediction {
  const { operation, version, elevated } = requested
  const refused = (status: number, code: string): Prediction => ({ status, code, next: state })
  const is = operation.is
  if ((is === 'delete' || is === 'restore') && !elevated) return refused(403, 'ELEVATION_REQUIRED')
  if (is === 'restore') {
    if (!state.isDeleted) return refused(404, 'NOT_FOUND')
    return done(state, { ...state, isDeleted: false }, { kind: 'restore', elevated: true })
  }
  if (state.isDeleted) return refused(404, 'NOT_FOUND')
  if (version !== null && version !== state.version)
    return { ...refused(409, 'STALE'), record: onWire(state) }
  switch (operation.is) {
    case 'read':
      return done(state, state)
    case 'delete':
      return {
        ...done(state, { ...state, isDeleted: true }, { kind: 'delete', elevated: true }),
        record: onWire(state),
      }
    case 'decide':
      return decided(state, operation, elevated)
    case 'upload':
      return uploaded(state, operation, document)
    case 'change':
      return changed(state, operation, partnerExists)
  }
}

/** Returns a record as calls send it. */
function onWire({ body, version }: State): JsonObject {
  return { ...body, version }
}

function done(state: State, next: State, audit?: Prediction['audit']): Prediction {
  return { status: 200, record: onWire(next), next, ...(next !== state && audit && { audit }) }
}

/** Returns the next version of a record, or the same state if nothing differs. */
function nextVersion(state: State, body: JsonObject): State {
  return difference(state.body, body) === null
    ? state
    : { ...state, body, version: state.version + 1 }
}

function decided(
  state: State,
  { step, update }: Extract<Operation, { is: 'decide' }>,
  elevated: boolean,
): Prediction {
  const partner = partnerFrom(state.body)
  const needsGrant = whyDisabled(partner, step, false) !== null
  if (needsGrant && whyDisabled(partner, step, true) !== null)
    return { status: 403, code: 'STEP_CLOSED', next: state }
  if (needsGrant && !elevated) return { status: 403, code: 'ELEVATION_REQUIRED', next: state }
  const next = nextVersion(state, { ...state.body, ...update })
  const { field } = STEPS[step]
  const after = { status: update.status, [field]: update[field] }
  return done(state, next, { kind: 'decide', elevated: needsGrant, after })
}

function uploaded(
  state: State,
  { field }: Extract<Operation, { is: 'upload' }>,
  document: string,
): Prediction {
  const documents = { [field]: documentAddress(document) }
  const statuses = afterReupload(partnerFrom(state.body), documents)
  const next = nextVersion(state, { ...state.body, ...documents, ...statuses })
  return { status: 201, next, audit: { kind: 'upload', elevated: false } }
}

function changed(
  state: State,
  { fields }: Extract<Operation, { is: 'change' }>,
  partnerExists: boolean,
): Prediction {
  const { version: _, ...sent } = fields
  const body = { ...state.body, ...sent }
  const after = difference(state.body, body)?.after ?? {}
  const id = after['partnerId']
  const partner = typeof id === 'string' ? { partner: { id, exists: partnerExists } } : {}
  if (typeof id === 'string' && !partnerExists)
    return { status: 400, code: 'INVALID', next: state, ...partner }
  const kind = PARTNER_FIELDS.some((field) => Object.hasOwn(after, field)) ? 'swap' : 'update'
  return { ...done(state, nextVersion(state, body), { kind, elevated: false }), ...partner }
}

/** Returns a request as it is with each grant that it may have had. */
export function withEachGrant(requested: Requested): (Requested & { elevated: boolean })[] {
  const { elevated } = requested
  const grants = elevated === 'ending' ? [true, false] : [elevated]
  return grants.map((one) => ({ ...requested, elevated: one }))
}

/** Returns the code of an error; '' for another body. */
export function codeOf(body: JsonObject): string {
  const { error } = body
  return isObject(error) && typeof error['code'] === 'string' ? error['code'] : ''
}
