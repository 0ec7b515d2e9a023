import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { say } from '../terminal/terminal.ts'

const HOUR_MS = 60 * 60 * 1000

/** Runs a program of Node.js that writes a backup to `file`, and again after each hour, until the file is there. */
export async function runUntilWritten(
  program: readonly string[],
  file: string,
  pauseMs = HOUR_MS,
): Promise<void> {
  for (;;) {
    const code = await run(program)
    // a backup that reports damaged documents is complete, and a second run would refuse to replace it
    if (existsSync(file)) {
      if (code !== 0) say(`  ${file} is written, but the command reported what is wrong with it.`)
      return
    }
    say(`  The backup failed. It is tried again in an hour.`)
    await pause(pauseMs)
  }
}

async function run(program: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, program, { stdio: 'inherit' })
  const stop = () => child.kill()
  process.once('exit', stop)
  const [code] = (await once(child, 'exit')) as [number | null]
  process.off('exit', stop)
  return code
}
