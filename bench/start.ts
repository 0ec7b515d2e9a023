// Measures `npm start` in a fresh clone of the current commit, with this machine’s package cache, and later starts.
// node scripts/run.mjs bench/start.ts [--starts 5] [--save FILE]
import { execFileSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { scratchFolder } from '@mandap/server/testing/folder.ts'
import { freeServerPort } from '@mandap/server/testing/port.ts'
import { removeAtExit } from '@mandap/server/testing/remove-at-exit.ts'
import { printTable } from './measuring/measure.ts'
import { START_HEADINGS, startMisses, startRows, type Starts } from './start/figures.ts'
import { startProduct } from './start/product.ts'

const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '5' },
    save: { type: 'string' },
  },
})

/** Milliseconds for the work that follows a start, such as bundling packages. */
const REST_MS = 10_000

const folder = await scratchFolder('bench-start')
const keep = removeAtExit(folder)
const starts: Starts = { first: Number.NaN, later: [] }
try {
  const clone = join(folder, 'clone')
  execFileSync('git', ['clone', '--quiet', join(import.meta.dirname, '..'), clone])
  starts.first = await secondsOfStart(clone)
  while (starts.later.length < Number(values.starts)) starts.later.push(await secondsOfStart(clone))
} finally {
  keep()
  await rm(folder, { recursive: true })
}
printTable(START_HEADINGS, startRows(starts))
if (values.save) await writeFile(values.save, `${JSON.stringify(starts, null, 2)}\n`)
if (startMisses(starts).length > 0) process.exitCode = 1

async function secondsOfStart(clone: string): Promise<number> {
  const dataFolder = join(folder, 'data')
  const port = await freeServerPort()
  const { seconds, stop } = await startProduct(['npm', 'start'], { cwd: clone, dataFolder, port })
  await pause(REST_MS)
  await stop()
  return seconds
}
