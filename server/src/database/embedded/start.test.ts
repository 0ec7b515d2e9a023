import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { scratchFolder } from '../../../testing/folder.ts'
import { startEmbedded } from '../embedded.ts'

vi.setConfig({ testTimeout: 60_000 })

let folder: string
beforeAll(async () => {
  folder = await scratchFolder('start')
})
afterAll(() => rm(folder, { recursive: true }))

const start = () => startEmbedded(folder, { settings: { fsync: 'off' } })

/** Returns the id of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'close')
  return child.pid ?? 0
}

// the tests share one folder, in this order
test('removes the unfinished cluster of a first start that was interrupted', async () => {
  const draft = `postgres.new-${await endedProcess()}`
  await mkdir(join(folder, draft))
  await writeFile(join(folder, draft, 'PG_VERSION'), '')
  await writeFile(join(folder, `${draft}-password`), 'secret')
  const postgres = await start()
  expect(await readdir(folder)).toEqual(['postgres'])
  await postgres.stop()
})

test('chooses another port if its own was taken in the meantime, and stores it', async () => {
  const access = async () =>
    JSON.parse(await readFile(join(folder, 'postgres/access.json'), 'utf8')) as { port: number }
  const { port } = await access()
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  const postgres = await start()
  expect(new URL(postgres.url).port).not.toBe(String(port))
  expect(new URL(postgres.url).port).toBe(String((await access()).port))
  await postgres.stop()
  other.close()
  await once(other, 'close')
})
