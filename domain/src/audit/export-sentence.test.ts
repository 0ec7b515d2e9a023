import { expect, test } from 'vitest'
import { auditEntryFrom } from './entry.ts'
import { exportText } from './export-sentence.ts'

test.each([
  [{ eventDate: 'nextMonth', service: 'Catering' }, 'event date Next Month, service Catering'],
  [{ userId: 'u1', group: 'pending' }, 'customer u1, group pending'],
  [{ has: 'upcoming' }, 'with bookings of the group upcoming'],
  [{ kind: 'decide' }, 'kind Decided'],
  [{ eventDate: 'toString', kind: 'newer' }, 'event date toString, kind newer'],
])('the filters %j of an export have the labels of the screens', (query, text) => {
  const after = { query, format: 'csv', rows: 12 }
  const entry = auditEntryFrom({ kind: 'export', subject: 'list', subjectName: 'A list', after })
  expect(exportText(entry)).toBe(`exported 12 rows of A list (${text}) as CSV`)
})
