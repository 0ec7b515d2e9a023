import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { HOUR } from '@mandap/domain/time/days.ts'
import { say } from '../terminal/terminal.ts'

/** A program of Node.js that writes a backup to `file`. */
export interface BackupRun {
  program: readonly string[]
  file: string
}

/**
 * Runs a program that writes a backup, and another one after each hour, until the file of the last one is there. If `signal` is
 * aborted, ends the program and waits for its end: it removes what it has written.
 */
export async function runUntilWritten(
  nextRun: () => BackupRun,
  { signal, pauseMs = HOUR }: { signal: AbortSignal; pauseMs?: number },
): Promise<void> {
  for (;;) {
    // a backup of the next day has another name
    const { program, file } = nextRun()
    const code = await run(program, signal)
    if (signal.aborted) return
    // a backup that reports damaged documents is complete, and a second run would refuse to replace it
    if (existsSync(file)) {
      if (code !== 0) say(`  ${file} is written, but the command reported what is wrong with it.`)
      return
    }
    say(`  The backup failed. The next attempt is in an hour.`)
    await pause(pauseMs, undefined, { signal })
  }
}

async function run(program: readonly string[], signal: AbortSignal): Promise<number | null> {
  const child = spawn(process.execPath, program, { stdio: 'inherit' })
  const stop = () => child.kill()
  process.once('exit', stop)
  signal.addEventListener('abort', stop)
  const [code] = (await once(child, 'exit')) as [number | null]
  process.off('exit', stop)
  signal.removeEventListener('abort', stop)
  return code
}
