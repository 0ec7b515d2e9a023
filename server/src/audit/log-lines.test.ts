import { userJson } from '@mandap/domain/testing/builders.ts'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import type { Database } from '../database/connection.ts'
import { appendAuditEntries, type NewAuditEntry } from './append.ts'
import { logNewEntries, registerAuditLines } from './log-lines.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let db: Database
beforeAll(async () => {
  scratch = await scratchDatabase()
  db = scratch.db
})
afterAll(() => scratch.drop())

const ENTRY: NewAuditEntry = {
  by: 'asha.rao@mandap.example',
  kind: 'decide',
  subject: 'partner',
  subjectId: 'p1',
  subjectName: String(userJson({ fullName: 'Kavya Nair' })['fullName']),
  version: 2,
  after: { status: 'RKYC' },
  reason: 'VIDEO: too dark',
}

const append = (count: number) =>
  db
    .transaction()
    .execute((trx) => appendAuditEntries(trx, ...Array.from({ length: count }, () => ENTRY)))

/** Returns what one run writes to the log. */
async function logged(): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = []
  await logNewEntries(db, { info: (line: object) => void lines.push(line as (typeof lines)[0]) })
  return lines.map(({ audit }) => audit as (typeof lines)[0])
}

test('logs each new entry once, with its hash and without names, values and reasons', async () => {
  expect(await logged()).toEqual([])
  await append(2)
  const lines = await logged()
  const { id, hash } = await db
    .selectFrom('activity')
    .select(['id', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(lines).toHaveLength(2)
  expect(lines[1]).toEqual({
    id,
    at: expect.any(Date),
    by: 'asha.rao@mandap.example',
    kind: 'decide',
    subject: 'partner',
    subjectId: 'p1',
    version: 2,
    elevation: null,
    hash: hash.toString('hex'),
  })
  expect(JSON.stringify(lines)).not.toMatch(/Kavya|RKYC|dark/)
  expect(await logged()).toEqual([])
})

test('logs more entries than one run takes in the next runs', async () => {
  await append(1500)
  expect([await logged(), await logged(), await logged()].map((lines) => lines.length)).toEqual([
    1000, 500, 0,
  ])
})

test('two processes log each entry once', async () => {
  await append(3)
  const lines = (await Promise.all([logged(), logged()])).flat()
  const ids = [...lines, ...(await logged())].map(({ id }) => Number(id))
  const { newest } = await db
    .selectFrom('activity')
    .select((is) => is.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  expect(ids.toSorted((a, b) => a - b)).toEqual([newest - 2, newest - 1, newest])
})

test.each([
  { output: 'a pipe', level: 'warn', isTTY: undefined, timers: 1 },
  { output: 'a terminal', level: 'warn', isTTY: true, timers: 0 },
  { output: 'a pipe', level: 'silent', isTTY: undefined, timers: 0 },
])(
  'looks for new entries on $output at the level $level: $timers times each interval',
  async ({ level, isTTY, timers }) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const app = Fastify({ logger: { level } })
    registerAuditLines(app, db, { ...(isTTY && { isTTY }) })
    expect(vi.getTimerCount()).toBe(timers)
    await app.close()
    vi.useRealTimers()
  },
)
