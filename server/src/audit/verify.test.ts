import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import type { Database } from '../database/connection.ts'
import { appendAuditEntries, type NewAuditEntry } from './append.ts'
import { eraseAuditDetails } from './erase.ts'
import { runAudit } from './run-audit.ts'
import { type Noted, verifyAuditLog } from './verify.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
  for (const subjectId of ['p1', 'p2', 'p3', 'p4', 'p5'])
    await appendAuditEntries(scratch.db, aDecision(subjectId))
  // the tests erase without the entry that this trigger asks for
  await sql`drop trigger activity_erasure_is_recorded on activity`.execute(scratch.db)
  await sql`create table written as table activity`.execute(scratch.db)
  await sql`create table written_head as table activity_head`.execute(scratch.db)
})
afterAll(() => scratch.drop())
beforeEach(() => tamper(...RESTORE_WRITTEN, 'alter table activity enable trigger user'))

const RESTORE_WRITTEN = [
  'delete from activity',
  'insert into activity table written',
  'delete from activity_head',
  'insert into activity_head table written_head',
]

function aDecision(subjectId: string): NewAuditEntry {
  return {
    by: 'asha@mandap.example',
    kind: 'decide',
    subject: 'partner',
    subjectId,
    subjectName: 'नेहा "Neha" \\ Rao',
    version: 2,
    before: { status: 'pending', odd: [1.5, null, { 'ключ\n': '🎉' }] },
    after: { status: 'AKYC', kycStatus: 'AKYC' },
    reason: 'VIDEO: dark',
  }
}

/** Disables the trigger, as the owner of the database can. */
async function tamper(...statements: string[]) {
  await sql
    .raw(`alter table activity disable trigger user; ${statements.join(';')}`)
    .execute(scratch.db)
}

const GIVE_A_HASH_OF_ITS_OWN = `update activity set
  commitment = activity_commitment(salt, activity),
  hash = activity_hash(previous, activity, activity_commitment(salt, activity))`

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
    before, after, reason, elevation, search_text, hash, hash, salt, commitment from activity where id = 1;
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

/** Makes an empty audit log as an earlier release had it. */
async function anEarlierLog() {
  const own = await scratchDatabase()
  await sql
    .raw(`drop table activity, activity_head cascade; drop function refuse_activity_change cascade;
    do $$ declare made text; begin
      for made in select oid::regprocedure from pg_proc where pronamespace = current_schema()::regnamespace
        and proname in ('record_activity', 'append_activity', 'erase_activity')
      loop execute 'drop function if exists ' || made || ' cascade'; end loop; end $$`)
    .execute(own.db)
  await migrateWith(own.db, '0003_activity.sql')
  await sql`alter table activity alter column version drop not null, add column reason text`.execute(
    own.db,
  )
  return own
}

async function migrateWith(db: Database, name: string) {
  const text = await readFile(new URL(`../../migrations/${name}`, import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}

test('the chain contains the entries from before the chain existed', async () => {
  const own = await anEarlierLog()
  const { db } = own
  await sql`insert into activity (by, kind, subject, subject_id, version, before, after)
    select 'Asha@mandap.example', 'update', 'booking', 'b' || n, n, '{"a":1}', '{"a":2}'
    from generate_series(1, 3) n`.execute(db)
  await migrateWith(db, '0006_trail.sql')
  await migrateWith(db, ERASABLE)
  expect(await verifyAuditLog(db)).toMatchObject({ is: 'whole', count: 4, erased: 0 })
  const rows = await db.selectFrom('activity').selectAll().orderBy('id').execute()
  expect(rows).toMatchObject([
    { id: 1, subject_id: 'b1', after: { a: 2 } },
    { id: 2, subject_id: 'b2' },
    { id: 3, by: 'Asha@mandap.example', search_text: 'asha@mandap.example' },
    { id: 4, by: 'Mandap', kind: 'rebuildChain', subject_id: 'intact' },
  ])
  await own.drop()
})

const ERASABLE = '0032_erasable_activity.sql'

describe('a chain of an earlier release, whose hashes contain the personal details', () => {
  let earlier: Awaited<ReturnType<typeof anEarlierLog>>
  let notes: Noted[]
  beforeEach(async () => {
    earlier = await anEarlierLog()
    await migrateWith(earlier.db, '0006_trail.sql')
    await sql`select record_activity(jsonb_agg(jsonb_build_object(
      'by', 'asha@mandap.example', 'kind', 'decide', 'subject', 'partner', 'subject_id', 'p' || n, 'version', n,
      'subject_name', 'नेहा "Neha" \\ Rao', 'before', '{}'::jsonb, 'after', '{"odd":[1.50,null,"🎉"]}'::jsonb,
      'reason', 'VIDEO: dark', 'search_text', 'neha') order by n)) from generate_series(1, 5) n`.execute(
      earlier.db,
    )
    const { rows } = await sql<Noted>`
      select id, encode(hash, 'hex') as hash from activity order by id`.execute(earlier.db)
    notes = rows
    return () => earlier.drop()
  })

  async function rebuilt(noted?: Noted) {
    await migrateWith(earlier.db, ERASABLE)
    return verifyAuditLog(earlier.db, noted)
  }

  test('is built again once, with an entry that has its last hash', async () => {
    expect(await rebuilt()).toMatchObject({ is: 'whole', count: 6, erased: 0 })
    const entry = await earlier.db
      .selectFrom('activity')
      .selectAll()
      .where('id', '=', 6)
      .executeTakeFirst()
    expect(entry).toMatchObject({
      kind: 'rebuildChain',
      subject_id: 'intact',
      after: { entry: 5, hash: notes[4]?.hash },
    })
    await appendAuditEntries(earlier.db, aDecision('p7'))
    expect(await verifyAuditLog(earlier.db)).toMatchObject({ is: 'whole', count: 7 })
  })

  test('an entry noted before can still be checked', async () => {
    for (const noted of notes)
      expect(
        await (noted.id === 1 ? rebuilt(noted) : verifyAuditLog(earlier.db, noted)),
      ).toMatchObject({
        is: 'whole',
        earlierNote: 'matches',
      })
    const { report, isWhole } = await runAudit(['verify', `3:${notes[2]?.hash}`], earlier.db)
    expect(isWhole).toBe(true)
    expect(report).toContain('matches the earlier chain')
    const other = { id: 3, hash: 'ab'.repeat(32) }
    expect(await verifyAuditLog(earlier.db, other)).toMatchObject({ is: 'broken', id: 3 })
  })

  test('an entry noted before can be checked as long as no details up to there are erased', async () => {
    await rebuilt()
    expect(await eraseAuditDetails(earlier.db, 'partner', 'p3')).toBe(1)
    expect(await verifyAuditLog(earlier.db, notes[1])).toMatchObject({ earlierNote: 'matches' })
    expect(await verifyAuditLog(earlier.db, notes[3])).toMatchObject({ earlierNote: 'erased' })
    const { report, isWhole } = await runAudit(['verify', `4:${notes[3]?.hash}`], earlier.db)
    expect(isWhole).toBe(false)
    expect(report).toContain('The audit log is intact: 6 entries.')
    expect(report).toContain('cannot be checked any more')
  })

  test('its last hash, which could confirm a guess, is erased with the first details', async () => {
    await rebuilt()
    await eraseAuditDetails(earlier.db, 'partner', 'p3')
    const entry = await earlier.db
      .selectFrom('activity')
      .selectAll()
      .where('id', '=', 6)
      .executeTakeFirst()
    expect(entry).toMatchObject({ subject_id: 'intact', after: {}, salt: null })
    expect(await verifyAuditLog(earlier.db)).toMatchObject({ is: 'whole', erased: 1 })
  })

  test('that was broken stays so', async () => {
    await sql`alter table activity disable trigger user`.execute(earlier.db)
    for (const [change, id] of [
      ["update activity set reason = 'x' where id = 3", 3],
      ['delete from activity where id = 2', 2],
      ['delete from activity where id > 3', 4],
      ["update activity_head set hash = sha256('x')", 5],
      ['delete from activity', 1],
    ] as const) {
      const undone = earlier.db.transaction().execute(async (trx) => {
        await sql.raw(change).execute(trx)
        await migrateWith(trx, ERASABLE)
        const entry = await trx
          .selectFrom('activity')
          .selectAll()
          .orderBy('id', 'desc')
          .executeTakeFirst()
        throw new Error(entry?.subject_id)
      })
      await expect(undone).rejects.toThrow(`broken at ${id}`)
    }
    await sql`update activity set reason = 'x' where id = 3`.execute(earlier.db)
    expect(await rebuilt()).toEqual({
      is: 'broken',
      id: 6,
      why: 'says that the chain was broken at 3 before.',
    })
  })
})

describe('erased details', () => {
  test('are gone, the rest of the entry stays, and the chain is intact', async () => {
    const noted = await note()
    expect(await eraseAuditDetails(scratch.db, 'partner', 'p2')).toBe(1)
    expect(await eraseAuditDetails(scratch.db, 'partner', 'p2')).toBe(0)
    expect(await verdict(noted)).toMatchObject({ is: 'whole', count: 5, erased: 1 })
    const row = await scratch.db
      .selectFrom('activity')
      .selectAll()
      .where('id', '=', 2)
      .executeTakeFirst()
    expect(row).toMatchObject({
      by: 'asha@mandap.example',
      kind: 'decide',
      subject_id: 'p2',
      version: 2,
      subject_name: '',
      before: {},
      after: {},
      reason: null,
      search_text: 'asha@mandap.example\np2',
      salt: null,
    })
    expect((await runAudit(['verify'], scratch.db)).report).toContain(
      'The personal details of 1 entry were erased.',
    )
  })

  const DETAILS = [
    "reason = 'VIDEO: dark'",
    "subject_name = 'Neha'",
    `before = '{"status":"pending"}'`,
    `after = '{"status":"DKYC"}'`,
    "search_text = 'another'",
    "salt = sha256('guess')",
  ]

  test.each(DETAILS)('cannot become others: %s', async (change) => {
    await eraseAuditDetails(scratch.db, 'partner', 'p2')
    await expect(
      sql.raw(`update activity set ${change} where id = 2`).execute(scratch.db),
    ).rejects.toThrow(/only ever added to/)
    await tamper(`update activity set ${change} where id = 2`)
    expect(await verdict()).toMatchObject({ is: 'broken', id: 2 })
  })

  test('any set of entries may be erased, and any other change is found', async () => {
    const changes = fc.constantFrom(
      ...DETAILS,
      "at = at + interval '1 us'",
      "by = 'dev@mandap.example'",
      "kind = 'update'",
      "subject = 'user'",
      "subject_id = 'p9'",
      'version = 3',
      "elevation = 'XXXXXX0001'",
      "commitment = sha256('x')",
    )
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 5 })),
        fc.integer({ min: 1, max: 5 }),
        changes,
        async (erased, id, change) => {
          await tamper(...RESTORE_WRITTEN)
          for (const one of erased) await eraseAuditDetails(scratch.db, 'partner', `p${one}`)
          expect(await verdict()).toMatchObject({ is: 'whole', erased: erased.length })
          const before = await rowsOf(scratch.db)
          await tamper(`update activity set ${change} where id = ${id}`)
          const isSame = isDeepStrictEqual(await rowsOf(scratch.db), before)
          expect((await verdict()).is).toBe(isSame ? 'whole' : 'broken')
        },
      ),
      { numRuns: 60 },
    )
  })

  test('of one subject only', async () => {
    await appendAuditEntries(scratch.db, { ...aDecision('p2'), subject: 'booking' })
    await eraseAuditDetails(scratch.db, 'booking', 'p2')
    const rows = scratch.db.selectFrom('activity').select('id').where('salt', 'is', null)
    expect(await rows.execute()).toEqual([{ id: 6 }])
  })
})

/** Returns the entries as text, which has all digits of their times. */
async function rowsOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select activity::text as row from activity order by id`.execute(db)
  return rows.map(({ row }) => row)
}
