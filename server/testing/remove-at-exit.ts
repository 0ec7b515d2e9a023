import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ENDING_SIGNALS, exitOnSignals } from '../src/database/embedded/exit-on-signal.ts'
import { signalPostmaster } from '../src/database/embedded/postmaster.ts'

const MAX_WAIT_MS = 10_000

/**
 * Ends the PostgreSQL of a folder and removes the folder when the process exits, or is ended by a signal. Returns a
 * function that undoes this.
 */
export function removeAtExit(folder: string): () => void {
  const remove = () => {
    endPostgres(join(folder, 'postgres/postmaster.pid'))
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  process.on('exit', remove)
  // Vitest and Playwright listen themselves, and stop what they have started
  const stopListening = exitOnSignals(
    ENDING_SIGNALS.filter((signal) => process.listenerCount(signal) === 0),
  )
  return () => {
    process.off('exit', remove)
    stopListening()
  }
}

/** Waits until PostgreSQL has removed its file, because nothing asynchronous runs while a process exits. */
function endPostgres(pidFile: string) {
  if (!existsSync(pidFile)) return
  // at once, because the data is removed
  signalPostmaster(Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]), 'SIGQUIT')
  const until = performance.now() + MAX_WAIT_MS
  const nothing = new Int32Array(new SharedArrayBuffer(4))
  while (existsSync(pidFile) && performance.now() < until) Atomics.wait(nothing, 0, 0, 20)
}
