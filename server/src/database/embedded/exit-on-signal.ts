import { constants } from 'node:os'

/** The signals that end a process which does not listen for them. */
export const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Lets these signals end the process through its exit handlers, which stop PostgreSQL. A signal alone would skip them.
 * Returns a function that undoes this.
 */
export function exitOnSignals(signals: readonly NodeJS.Signals[] = ENDING_SIGNALS): () => void {
  for (const signal of signals) process.on(signal, leave)
  return () => {
    for (const signal of signals) process.off(signal, leave)
  }
}

function leave(signal: NodeJS.Signals) {
  process.exit(128 + constants.signals[signal])
}
