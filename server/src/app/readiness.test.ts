import promises, { mkdir, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { testKeys } from '../../testing/encryption-key.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { readConfig } from '../config/config.ts'
import { connect } from '../database/connection.ts'
import { EncryptionKeys, prepareKeys } from '../database/encryption-keys.ts'
import { connectServing } from '../database/serving.ts'
import type { App } from '../http/app.ts'
import { buildApp } from './app.ts'
import { Drain } from './drain.ts'

const TOKEN = 'a-token-of-the-metrics-of-a-test'
const WORKS = {
  notDraining: 'ok',
  database: 'ok',
  migrations: 'ok',
  encryptionKey: 'ok',
  documentStore: 'ok',
}

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
const begun: App[] = []
let folder: string

beforeAll(async () => {
  scratch = await scratchDatabase()
  folder = await scratchFolder('readiness')
  await prepareKeys(scratch.db)
})
afterAll(async () => {
  for (const app of begun) await app.close()
  await scratch.drop()
  await rm(folder, { recursive: true })
})

async function started(given: { dataDir?: string; db?: typeof scratch.db; drain?: Drain } = {}) {
  const { dataDir = folder, db = scratch.db, drain = new Drain() } = given
  const config = readConfig({ LOG_LEVEL: 'silent', METRICS_TOKEN: TOKEN, DATA_DIR: dataDir })
  const app = await buildApp({ db, config, mail: async () => {}, drain })
  begun.push(app)
  return app
}

async function readiness(app: App, token = TOKEN) {
  const headers = { authorization: `Bearer ${token}` }
  const { statusCode, body } = await app.inject({ url: '/health/ready', headers })
  return { status: statusCode, ...(JSON.parse(body) as { parts?: Record<string, string> }) }
}

test('sends the state of each part to those with the metrics token, and yes or no to others', async () => {
  const app = await started()
  // a busy machine opens the connection for longer than a check waits
  await expect.poll(() => readiness(app)).toEqual({ status: 'ok', parts: WORKS })
  expect(await readiness(app, `${TOKEN}s`)).toEqual({ status: 'ok' })
})

test('stays ready while the files of the next release replace those of its own', async () => {
  const app = await started()
  expect(await readiness(app)).toEqual({ status: 'ok', parts: WORKS })
  const read = vi.spyOn(promises, 'readdir').mockResolvedValue(['9999_next.sql'] as never)
  syncBuiltinESMExports()
  try {
    expect(await readiness(app)).toEqual({ status: 'ok', parts: WORKS })
  } finally {
    read.mockRestore()
    syncBuiltinESMExports()
  }
})

test('is not ready without its database, and names it as the reason of each part that it has', async () => {
  const db = connect('postgres://nobody:nothing@127.0.0.1:1/none', 1, { keys: testKeys() })
  const { parts } = await readiness(await started({ db }))
  await db.destroy()
  expect(parts).toMatchObject({ notDraining: 'ok', documentStore: 'ok' })
  const isLost = 'The database does not answer.'
  expect(parts).toMatchObject({ database: isLost, migrations: isLost, encryptionKey: isLost })
})

test('stays ready while calls use all connections, and says so if it could not check before', async () => {
  const db = connectServing(scratch.url, { keys: testKeys() })
  const app = await started({ db })
  const first = await whileBusy(db, () => readiness(app))
  const unknown = 'It is not known, because calls use all connections to the database.'
  expect(first.parts).toEqual({ ...WORKS, migrations: unknown, encryptionKey: unknown })
  expect(await readiness(app)).toEqual({ status: 'ok', parts: WORKS })
  await whileBusy(db, async () => {
    const since = performance.now()
    const answers = await Promise.all([readiness(app), app.inject('/health/ready')])
    expect(performance.now() - since).toBeLessThan(2500)
    expect(answers).toMatchObject([{ status: 'ok', parts: WORKS }, { statusCode: 200 }])
  })
  await db.destroy()
})

async function whileBusy<T>(db: typeof scratch.db, work: () => Promise<T>): Promise<T> {
  const held = await Promise.all(Array.from({ length: 10 }, () => db.startTransaction().execute()))
  try {
    return await work()
  } finally {
    await Promise.all(held.map((trx) => trx.rollback().execute()))
  }
}

test('is not ready while the server stops, and closes each connection after its answer', async () => {
  const drain = new Drain()
  const app = await started({ drain })
  drain.begin()
  const answer = await app.inject('/health/ready')
  expect(answer.statusCode).toBe(503)
  expect((await app.inject('/health')).headers.connection).toBe('close')
  expect((await readiness(app)).parts).toEqual({ ...WORKS, notDraining: 'The server is stopping.' })
})

test('stays ready without its encryption key or its documents, and names what fails', async () => {
  const dataDir = join(folder, 'unusable')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'documents'), 'a file where the folder should be')
  const db = connect(scratch.url, 2, { keys: new EncryptionKeys({ dataDir }) })
  const app = await started({ dataDir, db })
  await expect.poll(async () => (await app.inject('/health/ready')).statusCode).toBe(200)
  expect((await readiness(app)).parts).toEqual({
    ...WORKS,
    encryptionKey: 'The encryption key cannot be read.',
    documentStore: 'The document store does not answer, or denies access.',
  })
  await db.destroy()
})
