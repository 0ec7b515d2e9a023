import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchFolder } from '../../testing/folder.ts'
import { listAdministrators } from '../session/administrator.ts'
import { startEmbedded } from './embedded.ts'
import { withDatabase } from './open.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await scratchFolder('open')
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test('a command works on the embedded database without a server, and beside one', async () => {
  const settings = { databaseUrl: undefined, dataDir }
  expect(await withDatabase(settings, 'test', listAdministrators)).toEqual([])

  // it has stopped again, so that a server finds the folder free
  const running = await startEmbedded(dataDir, { label: 'server' })
  expect(running.adopted).toBe(false)
  expect(await withDatabase(settings, 'test', listAdministrators)).toEqual([])
  await running.stop()
})
