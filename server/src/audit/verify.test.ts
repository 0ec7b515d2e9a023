import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { appendAuditEntries } from './append.ts'
import { runAudit } from './run-audit.ts'
import { type Noted, verifyAuditLog } from './verify.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
  for (const subjectId of ['p1', 'p2', 'p3', 'p4', 'p5'])
    await appendAuditEntries(scratch.db, {
      by: 'asha@mandap.example',
      kind: 'decide',
      subject: 'partner',
      subjectId,
      subjectName: 'नेहा "Neha" \\ Rao',
      version: 2,
      before: { status: 'pending', odd: [1.5, null, { 'ключ\n': '🎉' }] },
      after: { status: 'AKYC', kycStatus: 'AKYC' },
      reason: 'VIDEO: dark',
    })
  await sql`create table written as table activity`.execute(scratch.db)
  await sql`create table written_head as table activity_head`.execute(scratch.db)
})
afterAll(() => scratch.drop())
beforeEach(() =>
  tamper(
    'delete from activity',
    'insert into activity table written',
    'delete from activity_head',
    'insert into activity_head table written_head',
    'alter table activity enable trigger user',
  ),
)

/** Disables the trigger, as the owner of the database can. */
async function tamper(...statements: string[]) {
  await sql
    .raw(`alter table activity disable trigger user; ${statements.join(';')}`)
    .execute(scratch.db)
}

const GIVE_A_HASH_OF_ITS_OWN = `update activity set hash = sha256(convert_to(jsonb_build_array(
  id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), by, kind, subject, subject_id,
  subject_name, version, before, after, reason, elevation, search_text,
  encode(previous, 'hex'))::text, 'UTF8'))`

async function verdict(noted?: Noted) {
  return verifyAuditLog(scratch.db, noted)
}

async function note(): Promise<Noted> {
  const whole = await verdict()
  if (whole.is !== 'whole') throw new Error('The audit log is broken.')
  return whole.last
}

/** Rewrites the audit log from an entry to the head, as only its owner could. */
function rewriteFrom(id: number): string[] {
  const link = (place: number) => [
    `update activity set previous = (select hash from activity where id = ${place - 1})
      where id = ${place} and ${place} > ${id}`,
    `${GIVE_A_HASH_OF_ITS_OWN} where id = ${place}`,
  ]
  return [
    ...Array.from({ length: 5 - id + 1 }, (_, step) => link(id + step)).flat(),
    'update activity_head set hash = (select hash from activity where id = 5)',
  ]
}

test('an unchanged audit log is intact', async () => {
  expect(await verdict()).toMatchObject({ is: 'whole', count: 5, last: { id: 5 } })
})

describe('names the first changed entry', () => {
  test.each([
    ['altered', ["update activity set reason = 'another' where id = 3"], 3],
    ['altered in its details', [`update activity set after = '{"status":"DKYC"}' where id = 2`], 2],
    ['given another time', ["update activity set at = at - interval '1 us' where id = 4"], 4],
    ['given another person', ["update activity set by = 'dev@mandap.example' where id = 1"], 1],
    [
      'altered with a matching hash',
      ["update activity set reason = 'x' where id = 3", `${GIVE_A_HASH_OF_ITS_OWN} where id = 3`],
      3,
    ],
    ['left out', ['delete from activity where id = 2'], 2],
    ['left out at the beginning', ['delete from activity where id = 1'], 1],
    ['left out at the end', ['delete from activity where id = 5'], 5],
    ['all left out', ['delete from activity'], 1],
    ['put in', [PUT_IN(6)], 6],
    ['inserted before the first', [PUT_IN(0)], 0],
    [
      'last one altered with a matching hash',
      ["update activity set reason = 'x' where id = 5", `${GIVE_A_HASH_OF_ITS_OWN} where id = 5`],
      5,
    ],
  ])('%s', async (_title, statements, id) => {
    await tamper(...statements)
    expect(await verdict()).toMatchObject({ is: 'broken', id })
  })
})

/** Adds an entry with a matching hash after the first one. */
function PUT_IN(id: number): string {
  return `insert into activity select ${id}, at, by, kind, subject, subject_id, subject_name, version,
    before, after, reason, elevation, search_text, hash, hash from activity where id = 1;
    ${GIVE_A_HASH_OF_ITS_OWN} where id = ${id}`
}

describe('with a note of an earlier entry', () => {
  test('an audit log with later entries is intact', async () => {
    const noted = await note()
    await appendAuditEntries(scratch.db, {
      by: 'asha@mandap.example',
      kind: 'reveal',
      subject: 'partner',
      subjectId: 'p6',
      subjectName: 'Neha',
    })
    expect(await verdict(noted)).toMatchObject({ is: 'whole', count: 6 })
  })

  test('detects an audit log that was completely rewritten', async () => {
    const noted = await note()
    await tamper("update activity set reason = 'x' where id = 3", ...rewriteFrom(3))
    expect(await verdict()).toMatchObject({ is: 'whole' })
    expect(await verdict(noted)).toMatchObject({ is: 'broken', id: 5 })
  })

  test('detects an audit log that was truncated together with its head', async () => {
    const noted = await note()
    await tamper(
      'delete from activity where id > 3',
      'update activity_head set id = 3, hash = (select hash from activity where id = 3)',
    )
    expect(await verdict()).toMatchObject({ is: 'whole' })
    expect(await verdict(noted)).toMatchObject({ is: 'broken', id: 4 })
  })
})

describe('npm run audit', () => {
  test('verify prints that the audit log is intact, and what to note', async () => {
    const { id, hash } = await note()
    const { report, isWhole } = await runAudit(['verify'], scratch.db)
    expect(isWhole).toBe(true)
    expect(report).toContain('The audit log is intact: 5 entries.')
    expect(report).toContain(`${id}:${hash}`)
    expect(await runAudit(['verify', `${id}:${hash}`], scratch.db)).toMatchObject({ isWhole: true })
  })

  test('verify prints the first changed entry', async () => {
    await tamper("update activity set reason = 'another' where id = 3")
    expect(await runAudit(['verify'], scratch.db)).toEqual({
      report: 'The audit log was changed: entry 3 is not what was written.',
      isWhole: false,
    })
  })

  test.each([
    [[]],
    [['prove']],
    [['verify', 'x']],
    [['verify', '5:abc']],
    [['verify', '5:a', 'b']],
  ])('%j prints the usage', async (args) => {
    await expect(runAudit(args, scratch.db)).rejects.toThrow(/npm run audit -- verify/)
  })
})

test('the chain contains the entries from before the chain existed', async () => {
  // the tables of the earlier release with entries, and the migration again
  const own = await scratchDatabase()
  const { db } = own
  const migration = (name: string) =>
    readFile(new URL(`../../migrations/${name}`, import.meta.url), 'utf8')
  await sql`drop table activity, activity_head cascade`.execute(db)
  await sql`drop function record_activity, refuse_activity_change`.execute(db)
  await sql.raw(await migration('0003_activity.sql')).execute(db)
  await sql`alter table activity alter column version drop not null, add column reason text`.execute(
    db,
  )
  await sql`insert into activity (by, kind, subject, subject_id, version, before, after)
    select 'Asha@mandap.example', 'update', 'booking', 'b' || n, n, '{"a":1}', '{"a":2}'
    from generate_series(1, 3) n`.execute(db)
  await sql.raw(await migration('0006_trail.sql')).execute(db)
  expect(await verifyAuditLog(db)).toMatchObject({ is: 'whole', count: 3 })
  const rows = await db.selectFrom('activity').selectAll().orderBy('id').execute()
  expect(rows).toMatchObject([
    { id: 1, subject_id: 'b1', after: { a: 2 } },
    { id: 2, subject_id: 'b2' },
    { id: 3, by: 'Asha@mandap.example', search_text: 'asha@mandap.example' },
  ])
  await own.drop()
})
