import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive } from '../src/database/embedded/postmaster.ts'
import { scratchFolder } from './folder.ts'
import { postmasterPid } from './process.ts'

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

test.for([
  ['a signal', 'setInterval(() => {}, 1000)', 130],
  ['an error', 'process.stdin.resume().once("data", () => { throw new Error() })', 1],
] as const)('a process that %s ends leaves no PostgreSQL and no folder', async ([, next, code]) => {
  const { child, postgres } = await startProcess(next)
  expect(isAlive(postgres)).toBe(true)
  if (code === 130) child.kill('SIGINT')
  else child.stdin.write('\n')
  expect(await once(child, 'exit')).toEqual([code, null])
  expect(await readdir(folder)).toEqual([])
  // it removes its file before it ends
  await expect.poll(() => isAlive(postgres)).toBe(false)
})
