import { isDeepStrictEqual } from 'node:util'
import { documentAddress } from '@mandap/domain/verification/document-address.ts'
import { isObject, type JsonObject } from '@mandap/domain/wire/read.ts'
import { difference } from '../src/records/difference.ts'
import {
  type Answer,
  type Requested,
  type Attempt,
  describe,
  type Entry,
  type RecordHistory,
  type State,
} from './history.ts'
import { codeOf, predict, type Prediction, withEachGrant } from './predict.ts'

/** Something that was true of a record at one moment between two times. */
interface Observation {
  sent: number
  answered: number
  what: string
  /** Returns whether it is true of the state after so many entries. */
  allows: (state: State, at: number) => boolean
}

/** A change: the entry that it made, counted from 1. */
interface Change extends Omit<Observation, 'allows'> {
  at: number
}

/** Whether a partner existed at one moment, as a booking found it. */
interface PartnerCheck extends Observation {
  id: string
}

/**
 * Returns what no order of the requests explains, as sentences; none if all is well. The audit log has the order of the
 * changes of each record. Every change must follow the rules of the domain from the state before it, every acknowledged
 * change must be there once, and each request must fit in the order at a moment between its sending and its answer.
 */
export function findFlaws(histories: readonly RecordHistory[]): string[] {
  const bookings = histories.filter(({ target }) => target.kind === 'booking').map(replay)
  const checks = bookings.flatMap((booking) => booking.checks)
  const partners = histories.filter(({ target }) => target.kind === 'partner').map(replay)
  const all = [...bookings, ...partners]
  return all.flatMap(({ id, flaws, states, changes, observations }) => {
    const seen = [...observations, ...checks.filter((check) => check.id === id)]
    // what does not follow the rules cannot be put in order
    return flaws.length > 0 ? flaws : findDisorder(states, changes, seen)
  })
}

interface Replay {
  id: string
  flaws: string[]
  /** The state after each entry, beginning with the first state. */
  states: State[]
  changes: Change[]
  observations: Observation[]
  checks: PartnerCheck[]
}

/** Repeats the changes of a record by the rules of the domain, in the order of the audit log. */
function replay({ target, first, stored, entries, requested }: RecordHistory): Replay {
  const states = [first]
  const changes: Change[] = []
  const checks: PartnerCheck[] = []
  const madeBy = new Map<Requested, number>()
  const flaws: string[] = []
  let state = first
  for (const entry of entries) {
    const found = changeOf(entry, state, requested, madeBy)
    if (!found) {
      flaws.push(
        `${target.kind} ${target.id}: no acknowledged request explains audit entry ${entry.id}, ${entry.kind} ` +
          `by ${entry.by} to version ${entry.version} ${JSON.stringify(entry.after)}, after ${JSON.stringify(state)}`,
      )
      break
    }
    const { one, prediction } = found
    flaws.push(...entryFlaws(entry, state, prediction).map((flaw) => `${describe(one)}: ${flaw}`))
    madeBy.set(one, states.length)
    changes.push({ ...timeOfChange(one), what: describe(one), at: states.length })
    const { partner } = prediction
    if (partner) checks.push(checkOf(partner.id, true, timeOfChange(one), one))
    state = prediction.next
    states.push(state)
  }
  if (flaws.length === 0 && !isDeepStrictEqual(state, stored))
    flaws.push(
      `${target.kind} ${target.id} is stored as ${JSON.stringify(stored)}, and the audit log leads to ${JSON.stringify(state)}`,
    )
  const observations = requested.flatMap((one) => observationsOf(one, madeBy.get(one), entries))
  for (const one of requested)
    for (const attempt of one.attempts)
      if (attempt.answer?.status === 400) {
        const id = partnerOf(one)
        if (id !== null) checks.push(checkOf(id, false, attempt, one))
      }
  flaws.push(...requested.flatMap(differentAnswers))
  return { id: target.id, flaws, states, changes, observations, checks }
}

/** Finds the request that made an entry, which has not made another one: one that was answered, if there is any. */
function changeOf(
  entry: Entry,
  state: State,
  requested: readonly Requested[],
  madeBy: ReadonlyMap<Requested, number>,
): { one: Requested; prediction: Prediction } | undefined {
  let unanswered: { one: Requested; prediction: Prediction } | undefined
  for (const one of requested) {
    if (one.by !== entry.by || madeBy.has(one)) continue
    const acknowledged = one.attempts.filter(isAcknowledged)
    const isUnknown = acknowledged.length === 0 && one.attempts.some(({ answer }) => !answer)
    const { operation } = one
    const document = operation.is === 'upload' ? documentIn(entry.after[operation.field]) : ''
    // an entry of another field
    if (operation.is === 'upload' && document === '') continue
    for (const granted of withEachGrant(one)) {
      const prediction = predict(state, granted, { document })
      if (prediction.next === state || prediction.audit?.kind !== entry.kind) continue
      const isAnswered = acknowledged.some(
        ({ answer }) => answer && documentOf(answer) === document && agrees(answer, prediction),
      )
      if (isAnswered) return { one, prediction }
      if (isUnknown) unanswered ??= { one, prediction }
    }
  }
  return unanswered
}

function entryFlaws(entry: Entry, state: State, { next, audit }: Prediction): string[] {
  const flaws: string[] = []
  if (entry.version !== next.version)
    flaws.push(`audit entry ${entry.id} has version ${entry.version} instead of ${next.version}`)
  if ((entry.elevation !== null) !== audit?.elevated)
    flaws.push(`audit entry ${entry.id} names ${entry.elevation ?? 'no'} Super Admin`)
  const differing = difference(state.body, next.body)
  const { before, after } = entry
  const expected = differing && { ...differing, after: { ...audit?.after, ...differing.after } }
  if (expected && !isDeepStrictEqual(expected, { before, after }))
    flaws.push(
      `audit entry ${entry.id} says ${JSON.stringify([before, after])} instead of ${JSON.stringify(expected)}`,
    )
  return flaws
}

/** Returns what the answers to a request say about its record. `madeAt` is the entry that it made. */
function observationsOf(
  one: Requested,
  madeAt: number | undefined,
  entries: readonly Entry[],
): Observation[] {
  const acknowledged = one.attempts.filter(isAcknowledged)
  const refused = one.attempts.filter(({ answer }) => answer && !isAcknowledged({ answer }))
  const observe = ({ sent, answered, answer }: Attempt): Observation => ({
    sent,
    answered,
    what: `the answer ${answer?.status} ${JSON.stringify(answer?.body)} to ${describe(one)}`,
    allows: (state, at) =>
      // once it has made its change, a request gets the answer that was stored then
      (madeAt === undefined || at < madeAt) &&
      answer !== null &&
      isExplained(answer, one, state, entries.slice(0, at)),
  })
  const unchanged = madeAt === undefined && acknowledged[0]
  return [
    ...refused.map(observe),
    // the first of several attempts got its answer from the record, and the others got the same
    ...(unchanged ? [observe({ ...unchanged, ...timeOfChange(one) })] : []),
  ]
}

/** Returns whether a request that changes nothing gets this answer on this state. */
function isExplained(
  answer: Answer,
  one: Requested,
  state: State,
  entries: readonly Entry[],
): boolean {
  if (!hasChanges(answer, one, entries)) return false
  const document = documentOf(answer)
  return withEachGrant(one).some((granted) =>
    [true, false].some((partnerExists) => {
      const prediction = predict(state, granted, { document, partnerExists })
      return prediction.next === state && agrees(answer, prediction)
    }),
  )
}

/** Returns whether a 409 lists the changes since the version that was sent, and other answers list none. */
function hasChanges({ status, body }: Answer, one: Requested, entries: readonly Entry[]): boolean {
  if (status !== 409) return true
  const since = entries.filter(({ version }) => version !== null && version > (one.version ?? 0))
  const listed = Array.isArray(body['changes']) ? body['changes'] : []
  return isDeepStrictEqual(
    listed.map((change: JsonObject) => [change['version'], change['by']]),
    since.map(({ version, by }) => [version, by]),
  )
}

function agrees({ status, body }: Answer, prediction: Prediction): boolean {
  if (status !== prediction.status) return false
  if (prediction.code !== undefined && codeOf(body) !== prediction.code) return false
  if (prediction.record === undefined) return true
  return isDeepStrictEqual(status === 409 ? body['current'] : body, prediction.record)
}

function differentAnswers(one: Requested): string[] {
  const [answer, ...others] = one.attempts.filter(isAcknowledged).map((attempt) => attempt.answer)
  return others.every((other) => isDeepStrictEqual(other, answer))
    ? []
    : [`${describe(one)}: attempts with the same key got different answers of success`]
}

/**
 * Puts every change and every observation at one moment between its sending and its answer, as early as possible. Returns
 * those for which there is none. Only the end of one before the sending of another decides about their order.
 */
function findDisorder(
  states: readonly State[],
  changes: readonly Change[],
  observations: readonly Observation[],
): string[] {
  const flaws: string[] = []
  const placed: { answered: number; at: number; what: string }[] = []
  for (const one of [...changes, ...observations].toSorted((a, b) => a.sent - b.sent)) {
    const before = placed.filter(({ answered }) => answered < one.sent)
    const last = before.toSorted((a, b) => b.at - a.at)[0]
    const earliest = last?.at ?? 0
    if ('at' in one) {
      if (earliest >= one.at) flaws.push(`${one.what} is recorded before ${last?.what}`)
      else placed.push(one)
      continue
    }
    const at = states.findIndex((state, index) => index >= earliest && one.allows(state, index))
    if (at >= 0) placed.push({ ...one, at })
    else flaws.push(`no state explains ${one.what}${last ? `, sent after ${last.what}` : ''}`)
  }
  return flaws
}

/** Returns the time in which a request took effect. */
function timeOfChange({ attempts }: Requested): { sent: number; answered: number } {
  const acknowledged = attempts.filter(isAcknowledged)
  const possible = attempts.filter(({ answer }) => !answer || isAcknowledged({ answer }))
  return {
    sent: Math.min(...possible.map(({ sent }) => sent)),
    answered: Math.min(...acknowledged.map(({ answered }) => answered)),
  }
}

function isAcknowledged({ answer }: Pick<Attempt, 'answer'>): boolean {
  return answer !== null && answer.status < 300
}

/** Returns the id of a document from its address. */
function documentIn(address: unknown): string {
  return typeof address === 'string' ? address.slice(documentAddress('').length) : ''
}

function documentOf(answer: Answer | null | undefined): string {
  const data = answer?.body['data']
  return isObject(data) ? String(data['id']) : ''
}

function partnerOf({ operation }: Requested): string | null {
  const id = operation.is === 'change' ? operation.fields['partnerId'] : undefined
  return typeof id === 'string' ? id : null
}

function checkOf(
  id: string,
  exists: boolean,
  { sent, answered }: Pick<Attempt, 'sent' | 'answered'>,
  one: Requested,
): PartnerCheck {
  return {
    id,
    sent,
    answered,
    what: `${exists ? 'the partner' : 'the missing partner'} in ${describe(one)}`,
    allows: ({ isDeleted }) => isDeleted !== exists,
  }
}
