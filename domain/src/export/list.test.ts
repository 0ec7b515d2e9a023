import { expect, test } from 'vitest'
import { auditEntryFrom } from '../audit/entry.ts'
import { auditSentence } from '../audit/sentence.ts'
import type { BookingTab } from '../booking/tab.ts'
import { type ExportedList, exportFileName, exportNames } from './list.ts'

const TODAY = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }

const details = (tab: BookingTab): ExportedList => ({
  of: 'bookings',
  listing: { list: 'details', filter: { tab }, today: TODAY },
})

test.each<[ExportedList, string]>([
  [details('booked'), 'bookings-booked-2026-11-21.csv'],
  [details('visited'), 'bookings-partner-visited-2026-11-21.csv'],
  [
    { of: 'bookings', listing: { list: 'ended', filter: {}, today: TODAY } },
    'bookings-ended-2026-11-21.csv',
  ],
  [
    {
      of: 'bookings',
      listing: { list: 'counted', figure: 'tile-Cancel', filter: {}, today: TODAY },
    },
    'bookings-counted-tile-cancel-2026-11-21.csv',
  ],
  [{ of: 'bookings', listing: { list: 'expired', now: 0 } }, 'bookings-expired-2026-11-21.csv'],
  [
    { of: 'partners', listing: { list: 'approval', status: 'AKYC' } },
    'partners-akyc-2026-11-21.csv',
  ],
  [{ of: 'partners', listing: { list: 'gst' } }, 'gst-requests-2026-11-21.csv'],
  [{ of: 'users' }, 'customers-2026-11-21.csv'],
  [{ of: 'activity' }, 'activity-2026-11-21.csv'],
])('names a file after its list and day: %j', (list, name) => {
  expect(exportFileName(exportNames(list), '2026-11-21', 'csv')).toBe(name)
})

test.each([
  ['pending', 'Partner Approval Panel, Pending'],
  ['AKYC', 'Partner Approval Panel, AKYC'],
  ['decline', 'Partner Approval Panel, Declined'],
] as const)('the list of the status %s is called %s, as its tab is', (status, title) => {
  const list = { of: 'partners', listing: { list: 'approval', status } } as const
  expect(exportNames(list).title).toBe(title)
})

test.each<[object, string]>([
  [
    { format: 'csv', rows: 1234, query: { tab: 'booked', today: '2026-11-21', sort: 'newest' } },
    'exported 1,234 rows of Booking Details, Booked as CSV',
  ],
  [
    { format: 'xlsx', rows: 1, query: { service: 'Catering', partnerName: 'Aarav Mehta' } },
    'exported 1 row of Booking Details, Booked (service Catering, planner Aarav Mehta) as Excel',
  ],
  [
    { format: 'csv', rows: 5000, sent: 2000, query: {} },
    'received only part of an export: 2,000 of 5,000 rows of Booking Details, Booked as CSV',
  ],
  [
    { format: 'csv', rows: 12, sent: 0, query: {} },
    'received only part of an export: 0 of 12 rows of Booking Details, Booked as CSV',
  ],
  // the server read all rows, but the end of the file was not sent
  [
    { format: 'csv', rows: 12, sent: 12, query: {} },
    'did not receive all of an export of 12 rows of Booking Details, Booked as CSV',
  ],
  [{ format: 'pdf' }, 'exported rows of Booking Details, Booked as pdf'],
])('the audit entry says what was exported: %j', (after, sentence) => {
  const name = exportNames(details('booked'))
  const entry = auditEntryFrom({
    kind: 'export',
    subject: 'list',
    subjectId: name.file,
    subjectName: name.title,
    after,
  })
  expect(auditSentence(entry)).toBe(sentence)
})
