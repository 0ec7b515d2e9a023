import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { backUp, backupHere, emptyTarget, PASSPHRASE, withClient } from '../../testing/backup.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { storedDocument } from '../../testing/documents.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { readConfig } from '../config/config.ts'
import { documentStore } from '../document-store/configured-store.ts'
import { receiveFile } from '../document-store/receive.ts'
import { diskLocation } from './disk-location.ts'
import { documentTarget } from './document-target.ts'
import { openBackup } from './read.ts'
import { restoreBackup, UnansweredCommit } from './restore.ts'
import { refuseFilled } from './schema.ts'

const ID = 'paper-cdab'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let folder: string
let path: string
let target: Awaited<ReturnType<typeof emptyTarget>>
beforeAll(async () => {
  scratch = await scratchDatabase()
  folder = await scratchFolder('restore')
  path = join(folder, 'one.backup')
  const settings = { DATA_DIR: folder }
  const file = await receiveFile(Readable.from([Buffer.from('paper')]), join(folder, 'new'), 1e6)
  await documentStore(readConfig(settings)).put(ID, { ...file, type: 'image/png' })
  await storedDocument(scratch.db, { id: ID, size: file.size, sha256: file.sha256 })
  await backUp(scratch.url, settings, path)
})
afterAll(async () => {
  await scratch.drop()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  target = await emptyTarget()
  onTestFinished(() => target.drop())
})

/** Restores the backup, and does something to the connection directly before the commit. */
async function restoreWith(beforeCommit: (client: Client) => Promise<unknown>) {
  const backup = await openBackup(diskLocation(path), PASSPHRASE)
  return restoreBackup(backup, target.url, async (client) => {
    const documents = await documentTarget(target.config)
    return {
      ...documents,
      async keep() {
        await documents.keep()
        await beforeCommit(client)
      },
    }
  })
}

/** Returns the names of the documents' files. */
async function keptFiles(): Promise<string[]> {
  const documents = join(target.config.dataDir, 'documents')
  const entries = await readdir(documents, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

test('a restore whose commit is not answered says so, and keeps the documents', async () => {
  const restoring = restoreWith(async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await withClient(target.url, (other) =>
      other.query('select pg_terminate_backend($1, 30000)', [rows[0]?.pid]),
    )
  })
  await expect(restoring).rejects.toThrow(UnansweredCommit)
  await expect(restoring).rejects.toThrow('so it may have all of it or nothing')
  expect(await keptFiles()).toEqual([ID])
})

test('a restore whose commit PostgreSQL refuses says why, and leaves no table and no document', async () => {
  const restoring = restoreWith((client) =>
    // the constraint is checked by the commit
    client.query(`create table twice (id integer constraint only_once unique deferrable initially deferred);
      insert into twice values (1), (1)`),
  )
  await expect(restoring).rejects.toThrow('violates unique constraint "only_once"')
  await expect(restoring).rejects.not.toBeInstanceOf(UnansweredCommit)
  expect(await keptFiles()).toEqual([])
  await withClient(target.url, refuseFilled)
})

test('a restore into a folder with documents only is refused before it has a database', async () => {
  const dataDir = await scratchFolder('restore')
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await mkdir(join(dataDir, 'documents'))
  await writeFile(join(dataDir, 'documents', 'paper'), 'a card')
  const { code, said } = await backupHere('restore', [path, '--without-destructions'], {
    DATA_DIR: dataDir,
  })
  expect([code, said]).toEqual([1, expect.stringContaining('documents is not empty')])
  expect(await readdir(dataDir)).toEqual(['documents'])
})
