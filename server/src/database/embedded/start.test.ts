import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { scratchFolder } from '../../../testing/folder.ts'
import { startEmbedded } from '../embedded.ts'

// a first start writes a thousand files, which takes long on a busy machine
vi.setConfig({ testTimeout: 120_000 })

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
  const file = join(folder, 'postgres/access.json')
  const access = async () => JSON.parse(await readFile(file, 'utf8')) as { port: number }
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  // a third program could have its own port by now
  await writeFile(file, JSON.stringify({ ...(await access()), port }))
  const postgres = await start()
  expect(new URL(postgres.url).port).not.toBe(String(port))
  expect(new URL(postgres.url).port).toBe(String((await access()).port))
  await postgres.stop()
  other.close()
  await once(other, 'close')
})
