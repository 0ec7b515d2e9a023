import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { scratchFolder } from '../../testing/folder.ts'
import { listAdministrators } from '../session/administrator.ts'
import { startEmbedded } from './embedded.ts'
import { withDatabase } from './open.ts'

// a first start writes a thousand files, which takes long on a busy machine
vi.setConfig({ testTimeout: 120_000 })

let dataDir: string
beforeAll(async () => {
  dataDir = await scratchFolder('open')
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test('a command works on the embedded database while a server runs or not', async () => {
  const settings = { databaseUrl: undefined, dataDir }
  expect(await withDatabase(settings, 'test', listAdministrators)).toEqual([])

  // it has stopped again, so that a server can use the folder
  const running = await startEmbedded(dataDir, { label: 'server' })
  expect(running.adopted).toBe(false)
  expect(await withDatabase(settings, 'test', listAdministrators)).toEqual([])
  await running.stop()
})

test('a command that is interrupted leaves no PostgreSQL behind', async () => {
  const file = new URL('open.ts', import.meta.url).href
  const work = `import { withDatabase } from '${file}'
    await withDatabase({ dataDir: process.argv[1] }, 'test', () => {
      console.log('working')
      return new Promise(() => setInterval(() => {}, 1000))
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', work, dataDir])
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([130, null])
  const next = await startEmbedded(dataDir)
  expect(next.adopted).toBe(false)
  await next.stop()
})

test('a command names the setting of a PostgreSQL that does not answer', async () => {
  const databaseUrl = 'postgres://mandap@127.0.0.1:1/mandap'
  await expect(withDatabase({ databaseUrl, dataDir }, 'test', listAdministrators)).rejects.toThrow(
    'Cannot connect to the PostgreSQL of DATABASE_URL (connect ECONNREFUSED 127.0.0.1:1).',
  )
})

test('a command that needs the data of a server creates no empty database', async () => {
  const missing = { databaseUrl: undefined, dataDir: join(dataDir, 'missing') }
  await expect(
    withDatabase(missing, 'test', listAdministrators, { existing: true }),
  ).rejects.toThrow(`There is no database in ${missing.dataDir}.`)
  expect(existsSync(missing.dataDir)).toBe(false)
})
