import { DAY, utcDate } from '@mandap/domain/time/days.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { appendAuditEntries } from '../audit/append.ts'
import { daysBefore } from '../clock/days.ts'
import type { Mail } from '../mail/mail.ts'
import { LIMITS } from '../config/attempt-limits.ts'
import { sendDueSummaries } from './summary.ts'

const LIMITED = {
  ...LIMITS,
  showNumberByAccount: { attempts: 4, seconds: 3600 },
  openDocumentByAccount: { attempts: 6, seconds: 3600 },
}
const NUMBERS = [
  { number: '9812345671', email: 'meera@office.example' },
  { number: '9812345672', email: 'Meera@office.example' },
  { number: '9812345673', email: 'dev@office.example' },
]

/** Midnight in UTC of the day on which administrators see what is counted: another day may begin during the tests. */
const TODAY = Math.floor(Date.now() / DAY) * DAY
const NOON = new Date(TODAY + DAY / 2)

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let mails: Mail[] = []
const warnings: string[] = []
beforeAll(async () => {
  scratch = await scratchDatabase()
  for (let n = 0; n < 3; n++) await record('asha@office.example', 'reveal')
  for (let n = 0; n < 3; n++) await record('asha@office.example', 'open')
  for (let n = 0; n < 7; n++) await record('ravi@office.example', 'open', n > 5 ? '1' : undefined)
  for (let n = 0; n < 2; n++) await record('dev@office.example', 'reveal')
})
afterAll(() => scratch.drop())
beforeEach(async () => {
  mails = []
  warnings.length = 0
  await scratch.db.deleteFrom('disclosure_summary').execute()
})

async function record(by: string, kind: 'reveal' | 'open', elevation?: string, at = NOON) {
  const subject = { subject: 'partner', subjectId: 'p1', subjectName: 'Ananya Iyer' } as const
  await appendAuditEntries(scratch.db, { by, kind, ...subject, elevation })
  await sql`alter table activity disable trigger user`.execute(scratch.db)
  await sql`update activity set at = ${at} where id = (select id from activity_head)`.execute(
    scratch.db,
  )
  await sql`alter table activity enable trigger user`.execute(scratch.db)
}

const mail = async (sent: Mail) => void mails.push(sent)
const REFUSED = new Error('no such mailbox')
const refuse = () => Promise.reject(REFUSED)
const TOMORROW = new Date(NOON.getTime() + DAY)

function send(given: Partial<Parameters<typeof sendDueSummaries>[0]> = {}, now = TOMORROW) {
  const log = { warn: (_details: object, message: string) => void warnings.push(message) }
  const { db } = scratch
  return sendDueSummaries({ db, mail, numbers: NUMBERS, limits: LIMITED, log, ...given }, now)
}

test('mails each Super Admin once which administrators passed half of a limit on the day before', async () => {
  await Promise.all([send(), send()])
  await send()
  expect(mails.map(({ to }) => to)).toEqual(['Meera@office.example', 'dev@office.example'])
  const [first] = mails
  expect(first?.text).toContain(
    'asha@office.example: 3 personal numbers shown; at most 3 within an hour. The limit is 4.',
  )
  expect(first?.text).toContain(
    'ravi@office.example: 7 documents opened, 1 of them as Super Admin; at most 7 within an hour. The limit is 6.',
  )
  // half of the limit is not more than half
  expect(first?.text).not.toMatch(/dev@office.example:|asha@office.example: 3 documents/)
  expect(warnings).toEqual([])
})

test('counts an hour that began on the day before', async () => {
  const days = { 'nina@office.example': [-10, -10, 10, 10], 'uma@office.example': [-10, -10, 10] }
  for (const [by, times] of Object.entries(days))
    for (const minutes of times)
      await record(by, 'reveal', undefined, new Date(TODAY + minutes * 60_000))
  await send()
  const [first] = mails
  for (const line of [
    'nina@office.example: 2 personal numbers shown; at most 4 within an hour. The limit is 4.',
    'uma@office.example: 1 personal number shown; at most 3 within an hour. The limit is 4.',
  ])
    expect(first?.text).toContain(line)
})

test('sends nothing for the day that has not ended, and nothing for quiet days', async () => {
  await send({}, NOON)
  await send({ limits: LIMITS })
  expect(mails).toEqual([])
})

test('mails the summary at the next call if the mail server refused all recipients', async () => {
  await expect(send({ mail: refuse })).rejects.toMatchObject({
    errors: [{ errors: [REFUSED, REFUSED] }],
  })
  await send()
  expect(mails).toHaveLength(2)
})

test('mails the summary at the next call if the server ends while it is mailed', async () => {
  const lost = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const hang = () => {
    begun.resolve()
    return lost.promise
  }
  const ended = send({ mail: hang }).catch((error: unknown) => error)
  await begun.promise
  await send()
  // what the other process may be sending is not sent twice
  expect(mails).toEqual([])
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(scratch.db)
  await expect.poll(() => send().then(() => mails)).toHaveLength(2)
  lost.resolve()
  expect(await ended).toBeInstanceOf(AggregateError)
})

test('mails each recipient once, and logs another whom the mail server refuses', async () => {
  const mailMost = (sent: Mail) => (sent.to.startsWith('Meera') ? refuse() : mail(sent))
  await send({ mail: mailMost })
  await send({ mail: mailMost })
  expect(mails.map(({ to }) => to)).toEqual(['dev@office.example'])
  expect(warnings).toEqual([expect.stringContaining('was not mailed')])
})

test('mails all recipients at once, so that a slow mail server delays one mail only', async () => {
  const all = Promise.withResolvers<void>()
  const mailSlowly = async (sent: Mail) => {
    await mail(sent)
    if (mails.length === 2) all.resolve()
    await all.promise
  }
  await send({ mail: mailSlowly })
  expect(mails).toHaveLength(2)
})

test('mails the summary of a day although that of an earlier day fails', async () => {
  const first = utcDate(daysBefore(TOMORROW, 7))
  await sql`alter table disclosure_summary
    add constraint fails check (day <> ${sql.lit(first)})`.execute(scratch.db)
  try {
    await expect(send()).rejects.toThrow('could not be sent')
  } finally {
    await sql`alter table disclosure_summary drop constraint fails`.execute(scratch.db)
  }
  expect(mails).toHaveLength(2)
})

test('logs the summary if no Super Admin has an e-mail address', async () => {
  await send({ numbers: [{ number: '9812345671' }] })
  expect(mails).toEqual([])
  expect(warnings).toEqual([expect.stringContaining('SUPER_ADMIN_NUMBERS can name one')])
})
