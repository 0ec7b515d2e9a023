import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchFolder } from '../../testing/folder.ts'
import { runUntilWritten } from './daily-run.ts'

let folder: string
const { signal } = new AbortController()
beforeAll(async () => {
  folder = await scratchFolder('daily-run')
})
afterAll(() => rm(folder, { recursive: true }))

/** Returns a program that notes each run, and ends with 1. It writes the file if it has run `failures` times before. */
function program(file: string, failures: number): string[] {
  const script = `const { appendFileSync, readFileSync, writeFileSync } = require('node:fs')
    appendFileSync('${file}.runs', 'x')
    if (readFileSync('${file}.runs').length > ${failures}) writeFileSync('${file}', '')
    process.exit(1)`
  return ['-e', script]
}

const runsFor = async (file: string) => (await readFile(`${file}.runs`, 'utf8')).length

test('runs once for a backup that is there although the command reports damaged documents', async () => {
  const file = join(folder, 'damaged.backup')
  await runUntilWritten(program(file, 0), file, { signal, pauseMs: 1 })
  expect(await runsFor(file)).toBe(1)
})

test('runs again until the backup is there', async () => {
  const file = join(folder, 'late.backup')
  await runUntilWritten(program(file, 2), file, { signal, pauseMs: 1 })
  expect(await runsFor(file)).toBe(3)
})

test('does not wait for a backup that was there before', async () => {
  const file = join(folder, 'earlier.backup')
  await writeFile(file, '')
  await runUntilWritten(program(file, 9), file, { signal, pauseMs: 1 })
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
  const running = runUntilWritten(['-e', script], file, { signal: stopping.signal, pauseMs: 1 })
  await expect.poll(() => existsSync(`${file}.part`)).toBe(true)
  stopping.abort()
  await running
  expect(existsSync(`${file}.cleaned`)).toBe(true)
})
