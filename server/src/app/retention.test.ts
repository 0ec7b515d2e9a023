import { DAY } from '@mandap/domain/time/days.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { storedDocument } from '../../testing/documents.ts'
import { storedPartner } from '../../testing/partners.ts'
import { appendAuditEntries } from '../audit/append.ts'
import { readConfig } from '../config/config.ts'
import { destroyWhatIsDue } from './retention.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

const store = { remove: async () => {} }

/** Runs with settings on a server whose clock is some days ahead. */
const run = (env: NodeJS.ProcessEnv, days: number) =>
  destroyWhatIsDue(scratch.db, store, readConfig(env), new Date(Date.now() + days * DAY))

test('runs the later steps, and fails at the end, if the store cannot remove a document', async () => {
  const { db } = scratch
  const { id } = await storedPartner(db, { status: 'approved' })
  await sql`insert into document_removal (id) values ('stuck'), ('removable')`.execute(db)
  await storedDocument(db, { id: 'paper', partner_id: id })
  const failing = {
    async remove(document: string) {
      if (document === 'stuck') throw new Error('the file is a folder')
    },
  }
  const retention = { ...readConfig({}), decidedDocumentsDays: 10 }
  const inTime = new Date(Date.now() + 11 * DAY)
  await expect(destroyWhatIsDue(db, failing, retention, inTime)).rejects.toThrow(
    'Some data whose retention period is over could not be destroyed.',
  )
  const left = await db.selectFrom('document_removal').select('id').execute()
  expect(left).toEqual([{ id: 'stuck' }])
  const paper = db.selectFrom('document').select('destroyed_at').where('id', '=', 'paper')
  expect((await paper.executeTakeFirstOrThrow()).destroyed_at).toEqual(inTime)
  await sql`truncate document_removal`.execute(db)
})

async function stored() {
  const { db } = scratch
  const counts = await sql<{ deleted: number; documents: number; names: number }>`select
    (select count(*) from deleted_partner) as deleted,
    (select count(*) from document where destroyed_at is null) as documents,
    (select count(*) from activity where subject_name = 'Neha') as names`.execute(db)
  return counts.rows[0]
}

test('keeps each kind of data for the days of its setting', async () => {
  const { db } = scratch
  const { id } = await storedPartner(db, { status: 'approved' })
  await sql`insert into deleted_partner (id, body, version, name, search_text, deleted_at, deleted_by, administrator)
    values ('gone', '{"_id":"gone"}', 1, '', '', now(), 'Super Admin', 'a@b.example')`.execute(db)
  await storedDocument(db, { id: 'card', partner_id: id })
  await appendAuditEntries(db, {
    by: 'asha@mandap.example',
    kind: 'reveal',
    subject: 'partner',
    subjectId: id,
    subjectName: 'Neha',
  })
  const RETENTION_DELETED_PARTNERS_DAYS = '400'
  await run({ RETENTION_DELETED_PARTNERS_DAYS }, 399)
  expect(await stored()).toEqual({ deleted: 1, documents: 1, names: 1 })
  await run({ RETENTION_DELETED_PARTNERS_DAYS }, 401)
  expect(await stored()).toEqual({ deleted: 0, documents: 1, names: 1 })
  await run({ RETENTION_DECIDED_DOCUMENTS_DAYS: '500' }, 499)
  expect(await stored()).toMatchObject({ documents: 1 })
  await run({ RETENTION_DECIDED_DOCUMENTS_DAYS: '500' }, 501)
  expect(await stored()).toMatchObject({ documents: 0, names: 1 })
  await run({ RETENTION_AUDIT_DETAILS_DAYS: '600' }, 599)
  expect(await stored()).toMatchObject({ names: 1 })
  await run({ RETENTION_AUDIT_DETAILS_DAYS: '600' }, 602)
  expect(await stored()).toMatchObject({ names: 0 })
})
