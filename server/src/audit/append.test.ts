import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedPartner } from '../../testing/partners.ts'
import { startApi } from '../../testing/api.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { connect, type Database } from '../database/connection.ts'
import { openServerRole } from '../database/server-role.ts'
import { type NewAuditEntry, appendAuditEntries } from './append.ts'
import { eraseAuditDetails } from './erase.ts'
import { verifyAuditLog } from './verify.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const entryOf = (subjectId: string) =>
  ({
    by: 'test',
    kind: 'update',
    subject: 'user',
    subjectId,
    subjectName: 'Kavya',
    version: 2,
  }) as const

const CHANGES = [
  ['altered', sql`update activity set reason = 'another'`],
  ['removed', sql`delete from activity where id = 1`],
  ['emptied', sql`truncate activity`],
] as const

test('an audit entry contains only masked personal numbers, before and after the change', async () => {
  const before = { aadharNo: '2345 6789 0123' }
  const after = { aadharNo: '9876 5432 1098' }
  await appendAuditEntries(api.db, { ...entryOf('masked'), by: 'import', before, after })
  const [entry] = await api.auditOf('masked')
  expect(entry?.before).toEqual({ aadharNo: 'XXXX XXXX 0123' })
  expect(entry?.after).toEqual({ aadharNo: 'XXXX XXXX 1098' })
})

describe('the audit log is append-only', () => {
  test.each(CHANGES)('it cannot be %s, even by its owner', async (_title, change) => {
    await expect(change.execute(api.db)).rejects.toThrow(/only ever added to/)
  })

  describe.skipIf(process.env['TEST_DATABASE_URL'])('with the role of the server', () => {
    let server: Database
    beforeAll(async () => {
      server = connect(await openServerRole(api.db, api.databaseUrl), 1)
    })
    afterAll(() => server.destroy())

    test.each<readonly [string, RawBuilder<unknown>]>([
      ...CHANGES,
      ['extended by an insert', sql`insert into activity (id) values (100)`],
      [
        'altered by an erasure that writes something',
        sql`update activity set salt = null, subject_name = 'Another'`,
      ],
      ['given another end', sql`update activity_head set id = 0`],
      ['given another past', sql`select append_activity(null, now(), '{}')`],
      ['unprotected by disabling its triggers', sql`alter table activity disable trigger all`],
      ['unprotected by another role', sql`set role mandap`],
      ['renamed', sql`alter table activity rename to earlier`],
      [
        'read by another function',
        sql`create function public.sha256(bytea) returns bytea
        language sql as 'select $1'`,
      ],
    ])('it cannot be %s', async (_title, change) => {
      await expect(change.execute(server)).rejects.toThrow(/permission denied|must be owner/)
    })

    const erasure = (subjectId: string) =>
      ({ ...entryOf(subjectId), by: 'another', kind: 'erase', subjectName: '' }) as const

    test('the details of an entry can be erased together with an entry that says so', async () => {
      await appendAuditEntries(server, { ...entryOf('u9'), by: 'another' })
      await server.transaction().execute(async (trx) => {
        expect(await eraseAuditDetails(trx, 'user', 'u9')).toBe(1)
        await appendAuditEntries(trx, erasure('u9'))
      })
      expect(await api.auditOf('u9')).toMatchObject([
        { by: 'another', subject_name: '', salt: null },
        { kind: 'erase' },
      ])
      expect(await verifyAuditLog(api.db)).toMatchObject({ is: 'whole', erased: 1 })
    })

    test.each<readonly [string, (trx: Database) => Promise<unknown>]>([
      ['no entry', async () => {}],
      ['an entry of another kind', (trx) => appendAuditEntries(trx, entryOf('u8'))],
      [
        'an entry whose details it erases too',
        async (trx) => {
          await appendAuditEntries(trx, erasure('u8'))
          await eraseAuditDetails(trx, 'user', 'u8')
        },
      ],
      // the entry of an earlier erasure
      ['the entry of another transaction', (trx) => eraseAuditDetails(trx, 'user', 'earlier')],
    ])('the details of an entry cannot be erased with %s', async (_title, work) => {
      await appendAuditEntries(server, erasure('earlier'), { ...entryOf('u8'), by: 'another' })
      const unrecorded = server.transaction().execute(async (trx) => {
        expect(await eraseAuditDetails(trx, 'user', 'u8')).toBeGreaterThan(0)
        await work(trx)
      })
      await expect(unrecorded).rejects.toThrow('needs an entry of the audit log')
      await expect(eraseAuditDetails(server, 'user', 'u8')).rejects.toThrow('needs an entry')
      expect((await api.auditOf('u8')).at(-1)).toMatchObject({ subject_name: 'Kavya' })
    })

    test('entries are added in order', async () => {
      await appendAuditEntries(server, entryOf('u1'), entryOf('u2'))
      const rows = await api.db
        .selectFrom('activity')
        .selectAll()
        .where('subject_id', 'in', ['u1', 'u2'])
        .orderBy('id')
        .execute()
      expect(rows.map((row) => row.subject_id)).toEqual(['u1', 'u2'])
      expect(rows[1]).toMatchObject({ id: (rows[0]?.id ?? 0) + 1, previous: rows[0]?.hash })
    })
  })
})

describe('the size of an entry is limited', () => {
  async function recorded(
    change: Pick<NewAuditEntry, 'before' | 'after'> & { subjectName?: string },
  ) {
    await appendAuditEntries(api.db, { ...entryOf('long'), ...change })
    const rows = await api.auditOf('long')
    return rows.at(-1)
  }

  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

  test('stores a value of 5,000 characters whole, and the beginning and hash of a longer one', async () => {
    const [short, long] = ['x'.repeat(5000), 'acc'.repeat(40_000)]
    const row = await recorded({ before: { note: short }, after: { note: long } })
    expect(row?.before).toEqual({ note: short })
    expect(row?.after).toEqual({
      note: `${long.slice(0, 1000)}… (1,20,000 characters, SHA-256 ${sha256(long)})`,
    })
  })

  test('stores the beginning of the JSON of a long list, with masked personal numbers', async () => {
    const papers = Array.from({ length: 1000 }, () => ({ aadharNo: '234567890124' }))
    const row = await recorded({ after: { papers } })
    const text = String(row?.after['papers'])
    expect(text).toMatch(/^\[\{"aadharNo":"XXXX XXXX 0124"\},/)
    expect(text).not.toContain('23456789')
    expect(text.length).toBeLessThan(1200)
  })

  test('never stores half of a character', async () => {
    const row = await recorded({ after: { note: `${'x'.repeat(999)}${'🎉'.repeat(3000)}` } })
    expect(String(row?.after['note']).isWellFormed()).toBe(true)
  })

  test('cuts many fields and long names, and the chain stays valid', async () => {
    const after = Object.fromEntries(
      Array.from({ length: 250 }, (_, at) => [`${at}${'n'.repeat(500)}`, 'x'.repeat(6000)]),
    )
    const row = await recorded({ after, subjectName: 'Kavya '.repeat(5000) })
    expect(Object.keys(row?.after ?? {})).toHaveLength(101)
    expect(row?.after['…']).toBe('150 more fields')
    expect(row?.subject_name.length).toBeLessThan(320)
    expect(JSON.stringify(row).length).toBeLessThan(200_000)
    expect(await verifyAuditLog(api.db)).toMatchObject({ is: 'whole' })
  })
})

test('concurrent entries form one chain without gaps, without rolled-back ones', async () => {
  const before = await verifyAuditLog(api.db)
  const db = connect(api.databaseUrl, 8)
  const appending = Array.from({ length: 120 }, (_, place) =>
    db
      .transaction()
      .execute(async (trx) => {
        await appendAuditEntries(trx, entryOf(`many-${place}`), entryOf(`many-${place}`))
        if (place % 5 === 0) throw new Error('undone')
      })
      .catch(() => {}),
  )
  await Promise.all(appending)
  await db.destroy()
  const count = before.is === 'whole' ? before.count : 0
  expect(await verifyAuditLog(api.db)).toMatchObject({ is: 'whole', count: count + 96 * 2 })
  const { rows } = await sql<{ backwards: boolean }>`
    select bool_or(at < earlier) as backwards
    from (select at, lag(at) over (order by id) as earlier from activity) placed`.execute(api.db)
  expect(rows).toEqual([{ backwards: false }])
})

test('concurrent decisions wait for each other without a deadlock', async () => {
  const partners = await Promise.all(Array.from({ length: 12 }, () => storedPartner(api.db)))
  const answers = await Promise.all(
    [...partners, ...partners].map(({ path }, place) =>
      place % 3 === 0
        ? api.call('POST', `${path}/reveal`, { body: { field: 'aadharNo' } })
        : api.call('PUT', path, { body: { status: 'AKYC', kycStatus: 'AKYC' } }),
    ),
  )
  // the second of two decisions on a partner finds the step closed
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([...Array(16).fill(200), ...Array(8).fill(403)])
})

test('records a sign-in with its address', async () => {
  await api.signIn()
  const rows = await api.db
    .selectFrom('activity')
    .selectAll()
    .where('kind', '=', 'signIn')
    .where('by', '=', ADMINISTRATOR.email)
    .orderBy('id')
    .execute()
  expect(rows.at(-1)).toMatchObject({
    subject: 'administrator',
    after: { address: expect.stringMatching(/127\.0\.0\.1/) },
  })
})
