import { randomBytes, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { documentAddress } from '@mandap/domain/verification/document-address.ts'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { storeAdministrator } from '../../testing/administrators.ts'
import { COLLEAGUE } from '../../testing/api.ts'
import {
  backUp,
  backupHere,
  copyOfTarget,
  emptyTarget,
  PASSPHRASE,
  withClient,
} from '../../testing/backup.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { createScratch } from '../../testing/scratch.ts'
import { storeShortLivedRows } from '../../testing/short-lived-rows.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { verifyAuditLog } from '../audit/verify.ts'
import { readConfig } from '../config/config.ts'
import { connect } from '../database/connection.ts'
import { attachDocument } from '../document/attach.ts'
import { destroyDocuments } from '../document/destroy.ts'
import { documentStore } from '../document-store/configured-store.ts'
import { encryptedStore } from '../document-store/encrypted-store.ts'
import { receiveFile } from '../document-store/receive.ts'
import { upsertBookings } from '../booking/store.ts'
import { upsertPartners } from '../partner/store.ts'
import { disableAdministrator, findAdministrator } from '../session/administrator.ts'
import { refreshSession, startSession } from '../session/session.ts'
import { type Erasure, keepErasure } from '../erasure-list/erasure-list.ts'
import { finishRestore } from './after-restore.ts'
import { diskLocation } from './disk-location.ts'
import { readDestructions } from './list-of-destructions.ts'
import { openBackup } from './read.ts'
import { repeatErasures } from './repeat-erasures.ts'
import { restoredReport, verifiedReport } from './report.ts'
import type { Restored } from './restore.ts'
import { restoreAndCompare } from './verify.ts'
import { StoreError } from '../document-store/s3-store.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let folder: string
let path: string
/** The partner who was removed for good after the backup, and another one, with a document each. */
let purged: { id: string; paper: string }
let kept: { id: string; paper: string }
/** Has the backup at `path`. A restore takes long, so it is copied for each test. */
let template: Awaited<ReturnType<typeof emptyTarget>>
let done: Restored
let target: Awaited<ReturnType<typeof emptyTarget>>
let erasureLog: NodeJS.ProcessEnv
const dropping: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  scratch = await scratchDatabase()
  folder = await scratchFolder('destructions')
  path = join(folder, 'one.backup')
  const settings = { DATA_DIR: join(folder, 'data') }
  const store = encryptedStore(documentStore(readConfig(settings)), scratch.db)
  const partner = async () => {
    const json = partnerJson({ aadharNo: '2345 6789 0124' })
    const id = String(json['_id'])
    await upsertPartners(scratch.db, [json], 'import')
    await upsertBookings(scratch.db, [bookingJson({ partnerId: id })], 'import')
    const file = await receiveFile(Readable.from([randomBytes(9)]), join(folder, 'incoming'), 1e9)
    const document = { kind: 'aadharUrl', name: 'card.png', type: 'image/png', file } as const
    const paper = await attachDocument(scratch.db, store, { partnerId: id, ...document }, 'asha')
    return { id, paper }
  }
  ;[purged, kept] = [await partner(), await partner()]
  await backUp(scratch.url, settings, path)
  erasureLog = { ERASURE_LOG: join(folder, 'erasures.jsonl') }
  template = await emptyTarget()
  done = await template.restore(path)
})
afterAll(async () => {
  await template.drop()
  await scratch.drop()
  await rm(folder, { recursive: true })
})
afterEach(async () => {
  for (const drop of dropping.splice(0)) await drop()
})

/** Makes an empty database, or one that has the backup at `path`, the target of a test. */
async function use(made: Promise<typeof target>) {
  target = await made
  dropping.push(() => target.drop())
}
const useEmpty = () => use(emptyTarget(erasureLog))
const useRestored = () => use(copyOfTarget(template, erasureLog))

const purge = (): Erasure => entry({ kind: 'purge', subject: 'partner', subjectId: purged.id })
const destroy = (): Erasure =>
  entry({ kind: 'destroy', subject: 'document', subjectId: kept.paper })

function entry<T extends object>(given: T) {
  return { id: randomUUID(), at: '2026-11-25T03:00:00.000Z', ...given }
}

/** Writes a list with these lines and its end. */
const writeList = (...lines: (object | string)[]) =>
  writeFile(
    join(folder, 'erasures.jsonl'),
    [...lines, { entries: lines.filter((line) => typeof line !== 'string').length }]
      .map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
      .join(''),
  )

/** Does what the command does after it restored the backup, with the list. Returns what the person reads. */
async function finished() {
  const list = await readDestructions(target.config)
  const after = await finishRestore(target.url, target.config, 'one.backup', list)
  const { lines, isWhole } = restoredReport(done, after)
  return { said: lines.join('\n'), isWhole }
}

async function ids(query: string): Promise<string[]> {
  const { rows } = await withClient(target.url, (client) => client.query<{ id: string }>(query))
  return rows.map(({ id }) => id)
}

async function isThere(paper: string): Promise<boolean> {
  const content = await target.store.read(paper, { start: 0, end: 1 })
  content?.destroy()
  return content !== null
}

test('a restore removes partners and documents again that were destroyed after the backup', async () => {
  const [first, second] = [purge(), destroy()]
  await writeList(first, second)
  await useRestored()
  const { said, isWhole } = await finished()
  expect(said).toMatch(/2 destructions of .+erasures\.jsonl had to be repeated, and were/)
  expect(isWhole).toBe(true)

  expect(await ids('select id from partner')).toEqual([kept.id])
  expect(await ids('select distinct record_id as id from personal_value')).toEqual([kept.id])
  // the row of a destroyed document says when
  expect(await ids('select id from document')).toEqual([kept.paper])
  expect(await ids('select destroyed_at::date::text as id from document')).toEqual(['2026-11-25'])
  expect([await isThere(purged.paper), await isThere(kept.paper)]).toEqual([false, false])
  expect((await ids('select id::text from erasure')).toSorted()).toEqual(
    [first.id, second.id].toSorted(),
  )
  const db = connect(target.url, 1)
  expect(await verifyAuditLog(db)).toMatchObject({ is: 'whole' })
  const entries = await db
    .selectFrom('activity')
    .select(['by', 'kind', 'subject_id', 'after'])
    .where('by', '=', 'command line')
    .where('kind', 'in', ['purge', 'destroy'])
    .orderBy('id')
    .execute()
  expect(entries).toMatchObject([
    { kind: 'purge', subject_id: purged.id },
    { kind: 'destroy', subject_id: kept.id, after: { documents: [documentAddress(kept.paper)] } },
  ])
  await db.destroy()
})

test('a restore erases persons again, with their documents', async () => {
  const erasure = entry({ kind: 'erase', subject: 'partner', subjectId: kept.id } as const)
  await writeList(erasure)
  await useRestored()
  const { isWhole } = await finished()
  expect(isWhole).toBe(true)
  const named = `select id from partner where body ->> 'name' = 'Erased person'`
  expect(await ids(`${named} and body ->> 'erasedAt' = '${erasure.at}'`)).toEqual([kept.id])
  expect(
    await ids(`select partner_id as id from booking where partner_name = 'erased person'`),
  ).toEqual([kept.id])
  expect([await isThere(purged.paper), await isThere(kept.paper)]).toEqual([true, false])
  expect(await ids('select id::text from erasure')).toEqual([erasure.id])
})

test('what was destroyed before the backup is neither repeated nor reported as missing, so that a later import of it stays', async () => {
  const before = purge()
  await writeList(before)
  await keepErasure(scratch.db, before)
  const settings = { DATA_DIR: join(folder, 'data') }
  const store = documentStore(readConfig(settings))
  const now = new Date('2026-11-25T03:00:00Z')
  await destroyDocuments(scratch.db, store, [kept.paper], { days: 180, now })
  const file = join(folder, 'later.backup')
  await backUp(scratch.url, settings, file)

  await useEmpty()
  const backup = await openBackup(diskLocation(file), PASSPHRASE)
  const verification = await restoreAndCompare(backup, target.url)
  expect(verification.restored.summary).toMatchObject({ documents: 1, missing: 0, altered: 0 })
  expect(verifiedReport(verification).isWhole).toBe(true)
  const list = await readDestructions(target.config)
  const after = await finishRestore(target.url, target.config, 'later.backup', list)
  expect(after).toMatchObject({ repeated: 0 })
  expect(await ids('select id from partner')).toContain(purged.id)
})

test('says that a restore succeeded whose destructions could not be repeated', async () => {
  await writeList({ ...purge(), subjectId: 'not \0 storable' })
  await useRestored()
  const { said, isWhole } = await finished()
  expect(said).toMatch(
    /The restore succeeded, but not everything that was destroyed .+ could be destroyed again \(.+\)/,
  )
  expect(said).toContain('Run npm run restore -- --destructions first')
  expect(isWhole).toBe(false)
  expect(await ids('select id from partner')).toContain(purged.id)
})

test('says why the store does not remove the documents of a repeated erasure', async () => {
  await writeList(entry({ kind: 'erase', subject: 'partner', subjectId: purged.id } as const))
  await useRestored()
  const { erasures } = await readDestructions(target.config)
  const db = connect(target.url, 1)
  const away = { remove: () => Promise.reject(new StoreError(new Error('no answer'))) }
  await expect(repeatErasures(db, away, erasures, 'asha')).rejects.toThrow(
    /^Documents could not be removed: no answer$/,
  )
  await db.destroy()
})

test('says that nothing was repeated if the restored database cannot be brought up to date', async () => {
  await writeList(purge())
  await useRestored()
  const list = await readDestructions(target.config)
  await withClient(target.url, (client) =>
    client.query(`insert into schema_migration values ('9999-later.sql', now(), '99.0.0')`),
  )
  const after = await finishRestore(target.url, target.config, 'one.backup', list)
  const { lines, isWhole } = restoredReport(done, after)
  const said = lines.join('\n')
  expect(said).toContain('could be destroyed again (This database needs Mandap 99.0.0 or later')
  expect(said).not.toContain('has every destruction')
  expect(said).toContain('the audit log does not have its entry')
  expect(isWhole).toBe(false)
})

test('says that a restore succeeded whose entry cannot be added to the audit log', async () => {
  await writeList()
  await useRestored()
  await withClient(target.url, (client) => client.query('delete from activity_head'))
  const { said, isWhole } = await finished()
  expect(said).toMatch(/Restored [\d,]+ rows/)
  expect(said).toMatch(/The restore succeeded, but the audit log does not have its entry \(.+\)/)
  expect(said).toContain('Do not restore again')
  expect(isWhole).toBe(false)
})

test('reports lines of the list that cannot be read, and repeats the others', async () => {
  const damaged = [
    { ...purge(), id: 'no UUID' },
    { ...purge(), at: 'yesterday' },
  ]
  await writeList(...damaged, destroy(), '{"id":"0b6e')
  await useRestored()
  const { said, isWhole } = await finished()
  expect(said).toMatch(/3 lines of .+ cannot be read/)
  expect(isWhole).toBe(false)
  expect(await isThere(kept.paper)).toBe(false)
})

test('reports a list that lost its last lines, and repeats the others', async () => {
  const [first, second] = [purge(), destroy()]
  await writeFile(
    join(folder, 'erasures.jsonl'),
    `${JSON.stringify(first)}\n${JSON.stringify(second)}\n`,
  )
  await useRestored()
  const { said, isWhole } = await finished()
  expect(said).toMatch(/2 destructions of .+ had to be repeated, and were/)
  expect(said).toMatch(/erasures\.jsonl lacks lines at its end/)
  expect(isWhole).toBe(false)
})

test('a verification says how much a restore repeats, and that the audit log is intact after it', async () => {
  const erased = entry({ kind: 'erase', subject: 'partner', subjectId: kept.id } as const)
  const erasures = [purge(), destroy(), erased]
  const other = await createScratch(inject('postgresUrl'))
  dropping.push(() => other.drop())
  const backup = await openBackup(diskLocation(path), PASSPHRASE)
  const report = verifiedReport(await restoreAndCompare(backup, other.url, { erasures }))
  expect(report.lines).toContain('A restore repeats 3 destructions of a later time.')
  expect(report.isWhole).toBe(true)
})

test('a restore says how many administrators have the access of the time of the backup', async () => {
  await writeList()
  await useRestored()
  const { said } = await finished()
  expect(said).toContain(
    '0 administrators have the access, roles, passwords and second factors of that time.',
  )
})

describe('npm run restore', () => {
  const settings = () => ({
    DATABASE_URL: target.url,
    DATA_DIR: target.config.dataDir,
    ERASURE_LOG: join(folder, 'erasures.jsonl'),
  })

  test('refuses to restore without the list or with an empty file, unless told to', async () => {
    await rm(join(folder, 'erasures.jsonl'), { force: true })
    await useEmpty()
    const refused = await backupHere('restore', [path], settings())
    expect(refused.said).toMatch(/There is no list of destructions .+erasures\.jsonl/)
    expect(refused.said).toContain('use --without-destructions')
    expect(refused.code).toBe(1)
    expect(await ids(`select relname as id from pg_class where relname = 'partner'`)).toEqual([])

    await writeFile(join(folder, 'erasures.jsonl'), '')
    for (const words of [[path], ['--destructions']]) {
      const empty = await backupHere('restore', words, settings())
      expect(empty.said).toMatch(/The list of destructions .+erasures\.jsonl is empty or damaged/)
      expect(empty.code).toBe(1)
    }
    expect(await ids(`select relname as id from pg_class where relname = 'partner'`)).toEqual([])

    const forced = await backupHere('restore', [path, '--without-destructions'], settings())
    expect(forced.said).toContain('What was destroyed after that time is there again.')
    expect(forced.code).toBe(0)
    expect(await ids('select id from partner')).toContain(purged.id)

    const accessOnly = ['--destructions', '--without-destructions']
    const ended = await backupHere('restore', accessOnly, settings())
    expect(ended.said).toContain('Everybody signs in again.')
    expect(ended.said).toContain('What was destroyed after that time is there again.')
    expect(ended.code).toBe(0)
    expect(await ids(`select id::text from activity where kind = 'endAccess'`)).toHaveLength(1)

    await writeList(purge())
    const later = await backupHere('restore', ['--destructions'], settings())
    expect(later.said).toMatch(/1 destruction of .+ had to be repeated, and was/)
    expect(later.code).toBe(0)
    expect(await ids('select id from partner')).toEqual([kept.id])
  })

  test('exits with 1 if lines of the list cannot be read', async () => {
    await writeList(purge(), '{"id":"0b6e')
    await useRestored()
    const { code, said } = await backupHere('restore', ['--destructions'], settings())
    expect(said).toMatch(/1 line of .+ cannot be read/)
    expect(code).toBe(1)
  })

  test('ends the sessions, links and codes of a recovery to an earlier time, and says who has access', async () => {
    await writeList()
    await useRestored()
    await finished()
    const db = connect(target.url, 1)
    await storeAdministrator(db, ADMINISTRATOR)
    await storeAdministrator(db, COLLEAGUE)
    await disableAdministrator(db, COLLEAGUE.email, new Date())
    const { id, password_hash: passwordHash } =
      (await findAdministrator(db, ADMINISTRATOR.email)) ?? {}
    if (!id || !passwordHash) throw new Error('There is no administrator.')
    const checked = { administratorId: id, passwordHash }
    const started = await startSession(db, checked, '203.0.113.7', new Date())
    const shortLived = await storeShortLivedRows(db, ADMINISTRATOR.email)

    const { code, said } = await backupHere('restore', ['--destructions'], settings())
    expect(code).toBe(0)
    expect(said).toContain('Everybody signs in again.')
    expect(said).toContain('1 administrator has the access, roles, passwords and second factors')
    const live = db.selectFrom('session').selectAll().where('ended_at', 'is', null)
    expect(await live.execute()).toEqual([])
    for (const table of shortLived.filter((name) => name !== 'session'))
      expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
    expect(await refreshSession(db, started?.refreshToken ?? '', new Date())).toEqual({
      outcome: 'ended',
    })
    expect(await findAdministrator(db, ADMINISTRATOR.email)).toMatchObject({ id })
    await db.destroy()
  })
})
