import { existsSync, readFileSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { signalPostmaster } from '../src/database/embedded/postmaster.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const MAX_WAIT_MS = 10_000

const folders = new Set<string>()
let stopListening = () => {}

/**
 * Ends the PostgreSQL of a folder, if there is one, and removes the folder when the process exits, or when a signal ends it.
 * Returns a function that undoes this.
 */
export function removeAtExit(folder: string): () => void {
  if (folders.size === 0) stopListening = listen()
  folders.add(folder)
  return () => {
    folders.delete(folder)
    if (folders.size === 0) stopListening()
  }
}

function listen(): () => void {
  process.on('exit', removeFolders)
  // Vitest and Playwright listen in their main process, and exit themselves
  const unheard = SIGNALS.filter((signal) => process.listenerCount(signal) === 0)
  for (const signal of unheard) process.on(signal, end)
  return () => {
    process.off('exit', removeFolders)
    for (const signal of unheard) process.off(signal, end)
  }
}

/** Ends the process as the signal does without a listener, after what is done at an exit. */
function end(signal: NodeJS.Signals) {
  // process.exit throws in a worker of Vitest, which would then continue
  process.emit('exit', 128 + constants.signals[signal])
  process.off(signal, end)
  process.kill(process.pid, signal)
}

function removeFolders() {
  for (const folder of folders) {
    endPostgres(join(folder, 'postgres/postmaster.pid'))
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
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
