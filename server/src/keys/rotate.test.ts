import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { storeAdministrator } from '../../testing/administrators.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { testKeys } from '../../testing/encryption-key.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { connect, type Database } from '../database/connection.ts'
import { EncryptionKeys, FRESH_MS, KeyUnavailable } from '../database/encryption-keys.ts'
import { attachDocument } from '../document/attach.ts'
import { diskStore } from '../document-store/disk-store.ts'
import { encryptedStore } from '../document-store/encrypted-store.ts'
import { receiveFile } from '../document-store/receive.ts'
import { upsertPartners } from '../partner/store.ts'
import { personalValueAt } from '../records/personal-values.ts'
import { openSecret, sealSecret } from '../second-factor/stored-secret.ts'
import { linkSecret } from '../session/link-key.ts'
import { addSigningKey, signingKeys } from '../session/signing-key.ts'
import { rotateDataKey, wrapDataKeys } from './rotate.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let folder: string
let administratorId: string
beforeAll(async () => {
  scratch = await scratchDatabase()
  folder = await scratchFolder('rotation')
  await storeAdministrator(scratch.db, ADMINISTRATOR)
  const { id } = await scratch.db.selectFrom('administrator').select('id').executeTakeFirstOrThrow()
  administratorId = id
})
afterAll(async () => {
  await scratch.drop()
  await rm(folder, { recursive: true })
})

const content = randomBytes(150_000)
const secret = Buffer.from('the secret of an app')
const storeOf = (db: Database) => encryptedStore(diskStore(join(folder, 'documents')), db)

/** Stores a partner with a number and a document. Returns the ids of both. */
async function filled(db: Database = scratch.db) {
  const json = partnerJson()
  const partnerId = String(json['_id'])
  await upsertPartners(db, [json], 'import')
  const file = await receiveFile(Readable.from([content]), join(folder, 'incoming'), 1e7)
  const about = { kind: 'aadharUrl', name: 'a.png', type: 'image/png' } as const
  const id = await attachDocument(db, storeOf(db), { partnerId, ...about, file }, 'test')
  return { partnerId, id }
}

async function expectReadable(db: Database, { partnerId, id }: Awaited<ReturnType<typeof filled>>) {
  expect(await personalValueAt(db, 'partner', partnerId, 'aadharNo')).toBe('234567890124')
  const stream = await storeOf(db).read(id, { start: 0, end: content.length - 1 })
  expect(stream && (await buffer(stream)).equals(content)).toBe(true)
}

const job = (settle = async () => {}) => ({
  db: scratch.db,
  store: storeOf(scratch.db),
  folder: join(folder, 'incoming'),
  settle,
  wait: () => Promise.reject(new Error('no backup is made')),
})

async function alter(path: string, at: number) {
  const file = await readFile(path)
  await writeFile(path, file.fill((file[at] ?? 0) ^ 1, at, at + 1))
}

async function keyIds(): Promise<number[]> {
  const rows = await scratch.db.selectFrom('data_key').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

describe('a new data key', () => {
  test('encrypts numbers, documents and secrets again, and the earlier key is deleted', async () => {
    const before = await filled()
    const sealed = await sealSecret(scratch.db, administratorId, secret)
    const kid = await addSigningKey(scratch.db, new Date())
    const ofLinks = await linkSecret(scratch.db)
    await scratch.db
      .insertInto('second_factor')
      .values({
        administrator_id: administratorId,
        ...sealed,
        enrolled_at: new Date(),
        last_period: 0,
      })
      .execute()
    const [earlier = 0] = await keyIds()
    expect(await rotateDataKey(job())).toMatchObject({
      values: 1,
      documents: 1,
      secrets: 1,
      keysLeft: 0,
    })
    const [id = 0] = await keyIds()
    expect(id).toBeGreaterThan(earlier)
    await expectReadable(scratch.db, before)
    const row = await scratch.db.selectFrom('second_factor').selectAll().executeTakeFirstOrThrow()
    expect(row.key_id).toBe(id)
    expect(await openSecret(scratch.db, administratorId, row)).toEqual(secret)
    expect((await signingKeys(scratch.db, () => new Date()).current()).kid).toBe(kid)
    expect(await linkSecret(scratch.db)).toEqual(ofLinks)
    const entries = await scratch.db
      .selectFrom('activity')
      .select(['by', 'subject_id'])
      .where('kind', '=', 'rotateDataKey')
      .execute()
    expect(entries).toEqual([{ by: 'command line', subject_id: String(id) }])
  })

  test('also encrypts what a running server wrote with the earlier key', async () => {
    const server = connect(scratch.url, 2, { keys: testKeys() })
    const before = await filled(server)
    const [earlier] = await keyIds()
    let during: typeof before | undefined
    await rotateDataKey(
      job(async () => {
        during = await filled(server)
        const { data_key } = await scratch.db
          .selectFrom('document')
          .select('data_key')
          .where('id', '=', during.id)
          .executeTakeFirstOrThrow()
        expect(data_key).toBe(earlier)
      }),
    )
    expect(await keyIds()).toHaveLength(1)
    for (const each of [before, during]) if (each) await expectReadable(server, each)
    await server.destroy()
  })

  test('is used again if the rotation was interrupted', async () => {
    const before = await filled()
    const stop = () => Promise.reject(new Error('interrupted'))
    await expect(rotateDataKey(job(stop))).rejects.toThrow('interrupted')
    const [earlier, id] = await keyIds()
    await expectReadable(scratch.db, before)
    await rotateDataKey(job())
    expect(await keyIds()).toEqual([id])
    expect(id).not.toBe(earlier)
    await expectReadable(scratch.db, before)
  })

  test.each<[string, (path: string) => Promise<void>]>([
    ['missing', (path) => rm(path)],
    ['altered', (path) => alter(path, 70_000)],
    ['altered in its header', (path) => alter(path, 0)],
  ])('leaves the earlier key while the file of a document is %s', async (_is, damage) => {
    const lost = await filled()
    const path = join(folder, 'documents', lost.id.slice(-2), lost.id.slice(-4, -2), lost.id)
    await damage(path)
    const left = await readFile(path).catch(() => null)
    const whole = await filled()
    expect(await rotateDataKey(job())).toMatchObject({ keysLeft: 1 })
    await expectReadable(scratch.db, whole)
    expect(await readFile(path).catch(() => null)).toEqual(left)
    await scratch.db.deleteFrom('document').where('id', '=', lost.id).execute()
    expect(await rotateDataKey(job())).toMatchObject({ keysLeft: 0 })
  })
})

test('another key can protect the data keys, a running server continues, and the earlier key reads them no longer', async () => {
  const before = await filled()
  const file = join(folder, 'next.key')
  await writeFile(file, randomBytes(32).toString('base64'))
  const running = connect(scratch.url, 2, { keys: testKeys() })
  await expectReadable(running, before)
  await wrapDataKeys(scratch.db, file)
  await expectReadable(running, before)
  // later than FRESH_MS, when a server looks for a newer data key
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2 * FRESH_MS)
  await expectReadable(running, await filled(running))
  later.mockRestore()
  await running.destroy()
  const started = connect(scratch.url, 1, {
    keys: new EncryptionKeys({ dataDir: '', encryptionKeyFile: file }),
  })
  await expectReadable(started, before)
  await started.destroy()
  const stale = connect(scratch.url, 1, { keys: testKeys() })
  await expect(personalValueAt(stale, 'partner', before.partnerId, 'aadharNo')).rejects.toThrow(
    KeyUnavailable,
  )
  await stale.destroy()
})
