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

/** Starts a process that runs `work` and then `next`. Resolves after `work`. */
async function startProcess(work: string, next: string) {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', `${work}\nconsole.log('started')\n${next}`],
    {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  )
  await once(child.stdout, 'data')
  return child
}

const imported = (name: string, file: string) =>
  `import { ${name} } from '${new URL(file, import.meta.url).href}'`

test('a process that a signal ends leaves no PostgreSQL and no folder', async () => {
  const work = `${imported('startPostgres', 'postgres.ts')}
    await startPostgres()`
  const child = await startProcess(work, 'setInterval(() => {}, 1000)')
  const [data = ''] = await readdir(folder)
  const postgres = await postmasterPid(join(folder, data))
  expect(isAlive(postgres)).toBe(true)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([null, 'SIGINT'])
  expect(await readdir(folder)).toEqual([])
  // it removes its file before it ends
  await expect.poll(() => isAlive(postgres), { timeout: 60_000 }).toBe(false)
})

test('a process that fails leaves no folder', async () => {
  const work = `${imported('removeAtExit', 'remove-at-exit.ts')}
    import { mkdirSync } from 'node:fs'
    mkdirSync('${join(folder, 'data')}')
    removeAtExit('${join(folder, 'data')}')`
  const next = 'process.stdin.once("data", () => { throw new Error() })'
  const child = await startProcess(work, next)
  expect(await readdir(folder)).toEqual(['data'])
  child.stdin.write('fail')
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(await readdir(folder)).toEqual([])
})
