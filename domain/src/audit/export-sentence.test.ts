import { expect, test } from 'vitest'
import { auditEntryFrom } from './entry.ts'
import { exportText } from './export-sentence.ts'

const FIRST = 'search rao, subject Partner entered by hand, kind Planner swapped'

test.each([
  [{ eventDate: 'nextMonth', service: 'Catering' }, 'event date Next Month, service Catering'],
  [{ userId: 'u1', group: 'pending' }, 'customer u1, group pending'],
  [
    { partnerIds: '["p1","p2"]', firstDay: '2026-12-05', lastDay: '2026-12-06' },
    'partners p1, p2, first day 5 Dec 2026, last day 6 Dec 2026',
  ],
  [{ bookedDate: '2026-11-01' }, 'booked on 1 Nov 2026'],
  [{ partnerIds: 'p1', firstDay: 'soon' }, 'partners p1, first day soon'],
  [{ has: 'upcoming' }, 'with bookings of the group upcoming'],
  [{ kind: 'decide' }, 'kind Decided'],
  // the database keeps the fields of an entry in an order of its own
  [{ kind: 'swap', search: 'rao', subject: 'tempPartner' }, FIRST],
  [{ eventDate: 'toString', kind: 'newer' }, 'event date toString, kind newer'],
])('the filters %j of an export have the labels of the screens', (query, text) => {
  const after = { query, format: 'csv', rows: 12 }
  const entry = auditEntryFrom({ kind: 'export', subject: 'list', subjectName: 'A list', after })
  expect(exportText(entry)).toBe(`exported 12 rows of A list (${text}) as CSV`)
})

const EVENING = '2026-11-20T18:30:00.000Z'
const NEXT = '2026-11-21T18:30:00.000Z'

test.each([
  ['Asia/Kolkata', { to: NEXT, from: EVENING }, 'day 21 Nov 2026'],
  // the clocks changed, so that this day had 25 hours
  [
    'America/New_York',
    { from: '2026-11-01T04:00:00Z', to: '2026-11-02T05:00:00Z' },
    'day 1 Nov 2026',
  ],
  ['UTC', { to: NEXT, from: EVENING }, `from ${EVENING}, before ${NEXT}`],
  ['Asia/Kolkata', { to: NEXT }, `before ${NEXT}`],
  ['Asia/Kolkata', { from: EVENING }, `from ${EVENING}`],
  ['Asia/Kolkata', { from: 'soon', to: NEXT }, `from soon, before ${NEXT}`],
  // there is no day after this one
  [
    'Asia/Kolkata',
    { from: '9999-12-31T00:00:00Z', to: '9999-12-31T00:00:00Z' },
    'from 9999-12-31T00:00:00Z, before 9999-12-31T00:00:00Z',
  ],
  // entries of earlier releases
  [undefined, { to: NEXT, from: EVENING }, `from ${EVENING}, before ${NEXT}`],
  ['Mars/Olympus', { to: NEXT, from: EVENING }, `from ${EVENING}, before ${NEXT}`],
])(
  'the times of an export in the zone %s, %j, are a day if they span one',
  (timeZone, query, text) => {
    const after = { query, format: 'csv', rows: 12, timeZone }
    const entry = auditEntryFrom({
      kind: 'export',
      subject: 'list',
      subjectName: 'Activity',
      after,
    })
    expect(exportText(entry)).toBe(`exported 12 rows of Activity (${text}) as CSV`)
  },
)
