import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedPartner } from '../../testing/partners.ts'
import { startApi } from '../../testing/api.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { connect, type Database } from '../database/connection.ts'
import { openServerRole } from '../database/server-role.ts'
import { recordActivity } from './record.ts'
import { verifyTrail } from './verify.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const act = (subjectId: string) =>
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

describe('the trail is only ever added to', () => {
  test.each(CHANGES)('it cannot be %s, also not by its owner', async (_title, change) => {
    await expect(change.execute(api.db)).rejects.toThrow(/only ever added to/)
  })

  describe.skipIf(process.env['TEST_DATABASE_URL'])('by the role that the server has', () => {
    let server: Database
    beforeAll(async () => {
      server = connect(await openServerRole(api.db, api.databaseUrl), 1)
    })
    afterAll(() => server.destroy())

    test.each<readonly [string, RawBuilder<unknown>]>([
      ...CHANGES,
      ['added to by hand', sql`insert into activity (id) values (100)`],
      ['given another end', sql`update activity_head set id = 0`],
      ['given another past', sql`select append_activity(null, now(), '{}')`],
      ['freed of its guard', sql`alter table activity disable trigger all`],
      ['freed by its role', sql`set role mandap`],
      ['put aside', sql`alter table activity rename to earlier`],
      [
        'read by another function',
        sql`create function public.sha256(bytea) returns bytea
        language sql as 'select $1'`,
      ],
    ])('it cannot be %s', async (_title, change) => {
      await expect(change.execute(server)).rejects.toThrow(/permission denied|must be owner/)
    })

    test('it is added to, in order', async () => {
      await recordActivity(server, act('u1'), act('u2'))
      const rows = await api.db
        .selectFrom('activity')
        .selectAll()
        .where('by', '=', 'test')
        .orderBy('id')
        .execute()
      expect(rows.map((row) => row.subject_id)).toEqual(['u1', 'u2'])
      expect(rows[1]).toMatchObject({ id: (rows[0]?.id ?? 0) + 1, previous: rows[0]?.hash })
    })
  })
})

test('acts of many at once stand in one chain without gaps, and what was undone in none', async () => {
  const before = await verifyTrail(api.db)
  const db = connect(api.databaseUrl, 8)
  const acting = Array.from({ length: 120 }, (_, place) =>
    db
      .transaction()
      .execute(async (trx) => {
        await recordActivity(trx, act(`many-${place}`), act(`many-${place}`))
        if (place % 5 === 0) throw new Error('undone')
      })
      .catch(() => {}),
  )
  await Promise.all(acting)
  await db.destroy()
  const count = before.is === 'whole' ? before.count : 0
  expect(await verifyTrail(api.db)).toMatchObject({ is: 'whole', count: count + 96 * 2 })
  const { rows } = await sql<{ backwards: boolean }>`
    select bool_or(at < earlier) as backwards
    from (select at, lag(at) over (order by id) as earlier from activity) placed`.execute(api.db)
  expect(rows).toEqual([{ backwards: false }])
})

test('decisions on one partner and on others at once wait for each other and never for ever', async () => {
  const partners = await Promise.all(Array.from({ length: 12 }, () => storedPartner(api.db)))
  const answers = await Promise.all(
    [...partners, ...partners].map(({ path }, place) =>
      place % 3 === 0
        ? api.call('POST', `${path}/reveal`, { body: { field: 'aadharNo' } })
        : api.call('PUT', path, { body: { status: 'AKYC', kycStatus: 'AKYC' } }),
    ),
  )
  expect(answers.every(({ status }) => [200, 403].includes(status))).toBe(true)
})

test('a sign-in is recorded with its address', async () => {
  const rows = await api.db
    .selectFrom('activity')
    .selectAll()
    .where('kind', '=', 'signIn')
    .where('by', '=', ADMINISTRATOR.email)
    .execute()
  expect(rows).toMatchObject([
    { subject: 'administrator', after: { address: expect.stringMatching(/127\.0\.0\.1/) } },
  ])
})
