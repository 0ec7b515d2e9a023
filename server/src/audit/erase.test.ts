import { DAY } from '@mandap/domain/time/days.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { appendAuditEntries } from './append.ts'
import { eraseOldAuditDetails } from './erase.ts'
import { verifyAuditLog } from './verify.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

const entry = (subject: 'booking' | 'partner' | 'administrator' | 'list', subjectId: string) =>
  ({ by: 'asha@mandap.example', kind: 'update', subject, subjectId, subjectName: 'Neha' }) as const

async function named(): Promise<string[]> {
  const rows = scratch.db
    .selectFrom('activity')
    .select('subject_id')
    .where('subject_name', '=', 'Neha')
  return (await rows.orderBy('id').execute()).map((row) => row.subject_id)
}

test('erases the details before an instant in order, except those about administrators', async () => {
  const { db } = scratch
  await appendAuditEntries(
    db,
    entry('booking', 'b1'),
    entry('administrator', 'a1'),
    entry('list', 'l1'),
  )
  expect(await eraseOldAuditDetails(db, new Date(Date.now() - DAY), 365)).toBe(0)
  expect(await named()).toEqual(['b1', 'a1', 'l1'])
  const between = new Date(Date.now() + 1000)
  expect(await eraseOldAuditDetails(db, between, 365)).toBe(2)
  expect(await named()).toEqual(['a1'])
  const last = await db.selectFrom('activity').selectAll().orderBy('id', 'desc').executeTakeFirst()
  expect(last).toMatchObject({
    by: 'Mandap',
    kind: 'eraseDetails',
    subject: 'server',
    subject_id: '3',
    after: { entries: 2, days: 365 },
  })
  await appendAuditEntries(db, entry('partner', 'p1'))
  expect(await eraseOldAuditDetails(db, new Date(Date.now() - DAY), 365)).toBe(0)
  expect(await named()).toEqual(['a1', 'p1'])
  expect(await verifyAuditLog(db)).toMatchObject({ is: 'whole', count: 5, erased: 2 })
})

test('several processes at once erase each entry once', async () => {
  const { db } = scratch
  await appendAuditEntries(db, entry('partner', 'p2'), entry('partner', 'p3'))
  const soon = new Date(Date.now() + 1000)
  const counts = await Promise.all([1, 2, 3].map(() => eraseOldAuditDetails(db, soon, 365)))
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 3])
})
