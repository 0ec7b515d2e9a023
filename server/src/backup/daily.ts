// Runs `npm run backup` each day into a folder, until it is stopped: node server/src/backup/daily.ts FOLDER
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { say } from '../terminal/terminal.ts'
import { backupName, hasBackupSince, nextDaily, outdated } from './daily-name.ts'
import { type BackupRun, runUntilWritten } from './daily-run.ts'

const USAGE = `Writes a backup each day, as DATE.backup, and deletes those that are older. If the last one is missing, it makes one at
its start. A backup that is made later than planned, on the next day, also has its time (UTC) in its name: DATE-0410.backup.

  node server/src/backup/daily.ts FOLDER [--at 20:30] [--keep-days 30]

--at is a time in UTC; 20:30 is 02:00 in India.`

const BACKUP = join(import.meta.dirname, 'main.ts')

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    at: { type: 'string', default: '20:30' },
    'keep-days': { type: 'string', default: '30' },
  },
})
const [folder = ''] = positionals
const keepDays = Number(values['keep-days'])
if (folder === '' || !/^([01]\d|2[0-3]):[0-5]\d$/.test(values.at) || !(keepDays >= 1)) {
  say(USAGE)
  process.exit(1)
}

function nextRun(): BackupRun {
  const file = join(folder, backupName(values.at, new Date()))
  return { program: [BACKUP, 'backup', file], file }
}

const stopping = new AbortController()
const { signal } = stopping
// the first process of a container ignores signals that it has no listener for, and its end kills the others
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort())

try {
  while (!signal.aborted) {
    // a folder that cannot be read may be there at the next attempt
    const names = await readdir(folder).catch(() => [])
    if (!hasBackupSince(values.at, new Date(), names)) await runUntilWritten(nextRun, { signal })
    for (const name of outdated(await readdir(folder), keepDays, new Date()))
      await rm(join(folder, name))
    const wait = nextDaily(values.at, new Date()).getTime() - Date.now()
    await pause(wait, undefined, { signal })
  }
} catch (error) {
  if (!signal.aborted) throw error
}
