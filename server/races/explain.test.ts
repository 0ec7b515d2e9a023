import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { expect, test } from 'vitest'
import { findFlaws } from './explain.ts'
import type { Requested, Entry, RecordHistory, State } from './history.ts'

const booking = bookingJson({ location: 'Jaipur' })
const { location: _, ...rest } = booking

/** Returns the booking after a change of its location. */
const at = (location: string, version: number): State => ({
  body: { ...rest, location },
  version,
  isDeleted: false,
})

const sent = ({ body, version }: State): JsonObject => ({ ...body, version })

const ENTRY: Entry = {
  id: 1,
  by: 'asha',
  kind: 'update',
  version: 2,
  before: {},
  after: {},
  elevation: null,
}

/** Returns a request with one attempt. */
function requested(
  given: Partial<Requested>,
  [from, until]: [number, number],
  status: number,
  body: JsonObject,
): Requested {
  return {
    by: 'asha',
    target: { kind: 'booking', id: String(booking['_id']) },
    operation: { is: 'read' },
    version: null,
    elevated: false,
    attempts: [{ sent: from, answered: until, answer: { status, body } }],
    ...given,
  }
}

const TO_DELHI = { operation: { is: 'change', fields: { location: 'Delhi' } } } as const
const TO_PUNE = { operation: { is: 'change', fields: { location: 'Pune' } } } as const

const delhi = requested(TO_DELHI, [0, 10], 200, sent(at('Delhi', 2)))
const pune = requested({ ...TO_PUNE, by: 'dev' }, [5, 20], 200, sent(at('Pune', 3)))
const entries: Entry[] = [
  { ...ENTRY, before: { location: 'Jaipur' }, after: { location: 'Delhi' } },
  {
    ...ENTRY,
    id: 2,
    by: 'dev',
    version: 3,
    before: { location: 'Delhi' },
    after: { location: 'Pune' },
  },
]

function flaws(given: Partial<RecordHistory>): string[] {
  return findFlaws([
    {
      target: { kind: 'booking', id: String(booking['_id']) },
      first: at('Jaipur', 1),
      stored: at('Pune', 3),
      entries,
      requested: [delhi, pune],
      ...given,
    },
  ])
}

test('explains changes in the order of the audit log, and what was read at any moment between them', () => {
  expect(flaws({})).toEqual([])
  for (const state of [at('Jaipur', 1), at('Delhi', 2), at('Pune', 3)])
    expect(flaws({ requested: [delhi, pune, requested({}, [6, 9], 200, sent(state))] })).toEqual([])
})

test('reports an acknowledged change that is not stored', () => {
  expect(flaws({ stored: at('Delhi', 3) })).toEqual([expect.stringContaining('is stored as')])
  expect(flaws({ entries: entries.slice(0, 1), stored: at('Delhi', 2) })).toEqual([
    expect.stringMatching(/^no state explains the answer 200 .*Pune/),
  ])
})

test('reports a change that nobody acknowledged, or that was made twice', () => {
  expect(flaws({ requested: [delhi] })).toEqual([expect.stringContaining('explains audit entry 2')])
  const twice = { ...ENTRY, id: 3, version: 4, before: { location: 'Pune' }, after: {} }
  expect(flaws({ entries: [...entries, twice] })).toEqual([
    expect.stringContaining('explains audit entry 3'),
  ])
})

test('reports an entry with other values than the change', () => {
  const wrong = entries.map((entry) => ({ ...entry, before: { location: 'Jaipur' } }))
  expect(flaws({ entries: wrong })).toEqual([expect.stringContaining('audit entry 2 says')])
})

test('reports a change that is recorded before one that was answered before it was sent', () => {
  const late = requested(TO_DELHI, [30, 40], 200, sent(at('Delhi', 2)))
  expect(flaws({ requested: [late, pune] })).toEqual([
    expect.stringContaining('is recorded before'),
  ])
})

test('reports an old state that is read after the change was answered, or after a newer one was read', () => {
  const read = (times: [number, number], state: State) => requested({}, times, 200, sent(state))
  const isUnexplained = [expect.stringContaining('no state explains the answer 200')]
  expect(flaws({ requested: [delhi, pune, read([11, 12], at('Jaipur', 1))] })).toEqual(
    isUnexplained,
  )
  const pair = [read([12, 13], at('Pune', 3)), read([14, 15], at('Delhi', 2))]
  expect(flaws({ requested: [delhi, pune, ...pair] })).toEqual(isUnexplained)
  expect(flaws({ requested: [delhi, pune, ...pair.toReversed()] })).toEqual(isUnexplained)
})

test('reports a 409 on a version that was never replaced in time, and one that lists other changes', () => {
  const body = (state: State, changes: JsonObject[]) => ({
    error: { code: 'STALE' },
    current: sent(state),
    changes,
  })
  const stale = (times: [number, number], listed: JsonObject[]) =>
    requested({ ...TO_DELHI, by: 'kavya', version: 1 }, times, 409, body(at('Delhi', 2), listed))
  const byAsha = [{ version: 2, by: 'asha' }]
  expect(flaws({ requested: [delhi, pune, stale([6, 9], byAsha)] })).toEqual([])
  const isUnexplained = [expect.stringContaining('no state explains the answer 409')]
  expect(flaws({ requested: [delhi, pune, stale([6, 9], [])] })).toEqual(isUnexplained)
  expect(flaws({ requested: [delhi, pune, stale([21, 22], byAsha)] })).toEqual(isUnexplained)
})

test('reports a refused repetition of a change that was answered', () => {
  const refused = {
    sent: 15,
    answered: 16,
    answer: { status: 404, body: { error: { code: 'NOT_FOUND' } } },
  }
  const repeated = { ...delhi, attempts: [...delhi.attempts, refused] }
  expect(flaws({ requested: [repeated, pune] })).toEqual([
    expect.stringContaining('no state explains the answer 404'),
  ])
})

test('reports different answers to the same key', () => {
  const other = { sent: 2, answered: 9, answer: { status: 200, body: sent(at('Jaipur', 1)) } }
  expect(flaws({ requested: [{ ...delhi, attempts: [...delhi.attempts, other] }, pune] })).toEqual([
    expect.stringContaining('different answers'),
  ])
})

test('explains a missing partner of a booking only while the partner was deleted', () => {
  const partner = partnerJson()
  const target = { kind: 'partner', id: String(partner['_id']) } as const
  const first = { body: partner, version: 1, isDeleted: false }
  const deletion = requested(
    { target, operation: { is: 'delete' }, elevated: true },
    [20, 30],
    200,
    {
      ...partner,
      version: 1,
    },
  )
  const histories = (times: [number, number]): RecordHistory[] => [
    {
      target: { kind: 'booking', id: String(booking['_id']) },
      first: at('Jaipur', 1),
      stored: at('Jaipur', 1),
      entries: [],
      requested: [
        requested({ operation: { is: 'change', fields: { partnerId: target.id } } }, times, 400, {
          error: { code: 'INVALID' },
        }),
      ],
    },
    {
      target,
      first,
      stored: { ...first, isDeleted: true },
      entries: [{ ...ENTRY, kind: 'delete', version: 1, elevation: 'XXXXXX0001' }],
      requested: [deletion],
    },
  ]
  expect(findFlaws(histories([25, 26]))).toEqual([])
  expect(findFlaws(histories([11, 12]))).toEqual([expect.stringContaining('is recorded before')])
})

test('explains uploads of which an overloaded server answered only some', () => {
  const partner = partnerJson()
  const target = { kind: 'partner', id: String(partner['_id']) } as const
  const upload = (field: 'aadharUrl' | 'panCardUrl', id?: string): Requested => ({
    ...requested({ target, operation: { is: 'upload', field } }, [0, 10], 201, { data: { id } }),
    ...(id === undefined && { attempts: [{ sent: 0, answered: 10, answer: null }] }),
  })
  const entry = { ...ENTRY, kind: 'upload' }
  const [first, second] = [{ panCardUrl: '/documents/one' }, { panCardUrl: '/documents/two' }]
  expect(
    findFlaws([
      {
        target,
        first: { body: partner, version: 1, isDeleted: false },
        stored: { body: { ...partner, ...second }, version: 3, isDeleted: false },
        entries: [
          { ...entry, after: first },
          { ...entry, id: 2, version: 3, before: first, after: second },
        ],
        requested: [upload('aadharUrl'), upload('panCardUrl'), upload('panCardUrl', 'one')],
      },
    ]),
  ).toEqual([])
})
