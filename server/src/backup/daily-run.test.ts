import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startCommand } from '../../testing/backup.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { backupName } from './daily-name.ts'
import { type BackupRun, runUntilWritten } from './daily-run.ts'

// a busy machine starts a process slowly
vi.setConfig({ testTimeout: 120_000 })
const BUSY = { timeout: 60_000 }

let folder: string
const { signal } = new AbortController()
beforeAll(async () => {
  folder = await scratchFolder('daily-run')
})
afterAll(() => rm(folder, { recursive: true }))

/** Returns a program that notes each run, and ends with 1. It writes the file if it has run `failures` times before. */
function program(file: string, failures: number): BackupRun {
  const script = `const { appendFileSync, readFileSync, writeFileSync } = require('node:fs')
    appendFileSync('${file}.runs', 'x')
    if (readFileSync('${file}.runs').length > ${failures}) writeFileSync('${file}', '')
    process.exit(1)`
  return { program: ['-e', script], file }
}

const runsFor = async (file: string) => (await readFile(`${file}.runs`, 'utf8')).length

test('runs once for a backup that is there although the command reports damaged documents', async () => {
  const file = join(folder, 'damaged.backup')
  await runUntilWritten(() => program(file, 0), { signal, pauseMs: 1 })
  expect(await runsFor(file)).toBe(1)
})

test('runs again until the backup is there', async () => {
  const file = join(folder, 'late.backup')
  await runUntilWritten(() => program(file, 2), { signal, pauseMs: 1 })
  expect(await runsFor(file)).toBe(3)
})

test('runs again for another file on the next day', async () => {
  const [first, second] = [join(folder, '25.backup'), join(folder, '26.backup')]
  const runs = [program(first, 1), program(second, 0)]
  await runUntilWritten(() => runs.shift() ?? program(first, 0), { signal, pauseMs: 1 })
  expect([existsSync(first), existsSync(second)]).toEqual([false, true])
})

test('does not wait for a backup that was there before', async () => {
  const file = join(folder, 'earlier.backup')
  await writeFile(file, '')
  await runUntilWritten(() => program(file, 9), { signal, pauseMs: 1 })
  expect(await runsFor(file)).toBe(1)
})

test('waits for the end of a program that is stopped, and does not run it again', async () => {
  const file = join(folder, 'stopped.backup')
  const script = `const { writeFileSync } = require('node:fs')
    process.on('SIGTERM', () => setTimeout(() => {
      writeFileSync('${file}.cleaned', '')
      process.exit(143)
    }, 200))
    setInterval(() => {}, 1000)
    writeFileSync('${file}.part', '')`
  const stopping = new AbortController()
  const running = runUntilWritten(() => ({ program: ['-e', script], file }), {
    signal: stopping.signal,
    pauseMs: 1,
  })
  await expect.poll(() => existsSync(`${file}.part`), BUSY).toBe(true)
  stopping.abort()
  await running
  expect(existsSync(`${file}.cleaned`)).toBe(true)
})

test('npm run backup is run at the start if the last daily backup is missing, and not if it is there', async () => {
  const daily = await scratchFolder('daily')
  onTestFinished(() => rm(daily, { recursive: true }))
  // no backup becomes due while the test runs
  const at = `${String((new Date().getUTCHours() + 12) % 24).padStart(2, '0')}:30`
  const start = () =>
    startCommand([join(import.meta.dirname, 'daily.ts'), daily, '--at', at], { DATA_DIR: daily })
  const missing = start()
  let said = ''
  missing.child.stderr?.on('data', (text) => (said += text))
  await expect
    .poll(() => said, BUSY)
    .toContain('The backup failed. The next attempt is in an hour.')
  missing.child.kill()
  await missing.ended
  expect(said).toContain('There is no database')

  await writeFile(join(daily, backupName(at, new Date())), '')
  const old = join(daily, '2020-01-01.backup')
  await writeFile(old, '')
  const there = start()
  await expect.poll(() => existsSync(old), BUSY).toBe(false)
  there.child.kill()
  expect((await there.ended).said).toBe('')
})
