import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Today } from '@mandap/domain/time/days.ts'
import { generate } from '@mandap/demo/generate.ts'
import { recordId } from '@mandap/demo/record-id.ts'
import { personalNumbersIn } from '@mandap/domain/partner/personal-record.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { documentAddress } from '@mandap/domain/verification/document-address.ts'
import { DOCUMENT_FIELDS } from '@mandap/domain/verification/upload.ts'
import { readText } from '@mandap/domain/wire/read.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { appendAuditEntries } from '../src/audit/append.ts'
import { upsertBookings } from '../src/booking/store.ts'
import { sniffType } from '../src/document-store/sniff.ts'
import { SAMPLE_FOLDER } from '../src/document-store/sample.ts'
import { bulkInsert } from '../src/records/bulk-insert.ts'
import { USER } from '../src/user/kind.ts'
import { contentOf, startCommand } from '../testing/backup.ts'
import { scratchDatabase } from '../testing/database.ts'
import { fillDemo, isDemoDue } from './fill.ts'

// a busy machine stores thousands of records slowly
vi.setConfig({ testTimeout: 120_000 })

const today: Today = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
const tomorrow: Today = { ...today, date: '2026-11-22' }

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

const count = async (table: 'booking' | 'partner' | 'app_user' | 'temp_partner') => {
  const { n } = await scratch.db
    .selectFrom(table)
    .select((of) => of.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

test('fills an empty database, and later adds records without changing those that staff edited', async () => {
  expect(await isDemoDue(scratch.db)).toBe(true)
  expect(await fillDemo(scratch, today)).toEqual({
    bookings: 2000,
    partners: 300,
    users: 1500,
    tempPartners: 12,
  })
  expect(await isDemoDue(scratch.db)).toBe(false)

  const { id } = await scratch.db
    .updateTable('booking')
    .set({ body: { changed: 'by staff' } })
    .where('id', '=', recordId('booking', 7))
    .returning('id')
    .executeTakeFirstOrThrow()
  const deleted = recordId('partner', 299)
  await scratch.db.deleteFrom('partner').where('id', '=', deleted).execute()
  await appendAuditEntries(scratch.db, {
    by: 'asha@mandap.example',
    kind: 'delete',
    subject: 'partner',
    subjectId: deleted,
    subjectName: '',
  })

  const nothing = { bookings: 0, partners: 0, users: 0, tempPartners: 0 }
  expect(await fillDemo(scratch, tomorrow)).toEqual(nothing)
  // so many bookings that they need more users than the first ones
  expect(await fillDemo(scratch, tomorrow, 6100)).toEqual({
    ...nothing,
    bookings: 4100,
    users: 24,
  })
  expect(await count('booking')).toBe(6100)
  expect(await count('partner')).toBe(299)
  expect(await count('app_user')).toBe(1524)
  expect(await count('temp_partner')).toBe(12)
  const { body } = await scratch.db
    .selectFrom('booking')
    .select('body')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(body).toEqual({ changed: 'by staff' })
})

test('npm run demo records what it added', async () => {
  const command = join(import.meta.dirname, 'main.ts')
  const run = () =>
    startCommand([command, '--bookings', '6200'], { DATABASE_URL: scratch.url }).ended
  expect((await run()).said).toMatch(/Added 100 bookings, 0 partners/)
  expect((await run()).said).toContain('already complete')
  const entries = await scratch.db
    .selectFrom('activity')
    .select(['by', 'subject', 'subject_id', 'subject_name', 'after'])
    .where('kind', '=', 'import')
    .orderBy('id')
    .execute()
  expect(entries[0]).toEqual({
    by: 'command line',
    subject: 'list',
    subject_id: 'booking',
    subject_name: 'Demonstration data',
    after: { inserted: 100 },
  })
  expect(new Set(entries.map(({ subject_id }) => subject_id)).size).toBe(entries.length)
})

test('stores every document of a partner, with the content of a sample document', async () => {
  const stored = await scratch.db.selectFrom('document').selectAll().execute()
  const known = new Set(stored.map(({ id, partner_id, kind }) => `${partner_id} ${kind} ${id}`))
  const partners = await scratch.db.selectFrom('partner').select(['id', 'body']).execute()
  const given = partners.flatMap(({ id, body }) =>
    DOCUMENT_FIELDS.filter((field) => body[field] !== undefined).map(
      (field) => `${id} ${field} ${readText(body[field]).replace(documentAddress(''), '')}`,
    ),
  )
  expect(given.length).toBeGreaterThan(1000)
  expect(given.filter((each) => !known.has(each))).toEqual([])
  for (const file of new Set(stored.map(({ specimen }) => specimen))) {
    const content = await readFile(join(SAMPLE_FOLDER, String(file)))
    const shown = stored.find(({ specimen }) => specimen === file)
    expect(shown).toMatchObject({
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
      type: await sniffType(join(SAMPLE_FOLDER, String(file))),
    })
  }
})

test('stores no personal number of the demonstration whole, wherever in the database', async () => {
  const { partners, tempPartners, users, bookings } = generate(today)
  const numbers = [...partners, ...tempPartners, ...users, ...bookings].flatMap((record) =>
    personalNumbersIn(record).map(({ number }) => number),
  )
  expect(numbers.length).toBeGreaterThan(250)
  const dump = JSON.stringify(await contentOf(scratch.url))
  expect(dump).toContain(`XXXX XXXX ${numbers[0]?.slice(-4)}`)
  // each number would be in one of these, which are much shorter than the dump
  const pattern = /[A-Z\d]{10,}/g
  expect(numbers.filter((number) => number.match(pattern)?.[0] !== number)).toEqual([])
  const words = [...new Set(dump.match(pattern))].join(' ')
  expect(numbers.filter((number) => words.includes(number))).toEqual([])
})

test('completes the data of a first start that was interrupted', async () => {
  const half = await scratchDatabase()
  await bulkInsert(half, USER, generate(today).users, 'demonstration data')
  expect(await isDemoDue(half.db)).toBe(true)
  expect(await fillDemo(half, tomorrow)).toMatchObject({ users: 0, bookings: 2000 })
  expect(await isDemoDue(half.db)).toBe(false)
  await half.drop()
})

test('adds nothing to a database with other records', async () => {
  const own = await scratchDatabase()
  await upsertBookings(own.db, [bookingJson()], 'import')
  expect(await isDemoDue(own.db)).toBe(false)
  await own.drop()
})
