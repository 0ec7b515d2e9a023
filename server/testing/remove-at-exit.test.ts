import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isAlive } from '../src/database/embedded/postmaster.ts'
import { scratchFolder } from './folder.ts'
import { postmasterPid } from './process.ts'

// a first start writes a thousand files, which takes long on a busy machine
vi.setConfig({ testTimeout: 120_000 })

let folder: string
beforeAll(async () => {
  folder = await scratchFolder('exit')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts PostgreSQL in a process that then runs `next`. */
async function startProcess(next: string) {
  const work = `import { startPostgres } from '${new URL('postgres.ts', import.meta.url).href}'
    await startPostgres()
    console.log('started')
    ${next}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', work], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  const [data = ''] = await readdir(folder)
  return { child, postgres: await postmasterPid(join(folder, data)) }
}

/** Expects that neither PostgreSQL nor its folder remains. */
async function expectNothing(postgres: number) {
  expect(await readdir(folder)).toEqual([])
  // it removes its file before it ends
  await expect.poll(() => isAlive(postgres), { timeout: 60_000 }).toBe(false)
}

test('a process that a signal ends leaves no PostgreSQL and no folder', async () => {
  const { child, postgres } = await startProcess('setInterval(() => {}, 1000)')
  expect(isAlive(postgres)).toBe(true)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([null, 'SIGINT'])
  await expectNothing(postgres)
})

test('a process that fails leaves no PostgreSQL and no folder', async () => {
  const { child, postgres } = await startProcess(
    'process.stdin.once("data", () => { throw new Error() })',
  )
  child.stdin.write('fail')
  expect(await once(child, 'exit')).toEqual([1, null])
  await expectNothing(postgres)
})
