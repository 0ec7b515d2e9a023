import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs work. If SIGINT, SIGTERM or SIGHUP arrives during the work, waits for `abort` and then exits. */
export async function whileAbortable<T>(
  abort: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const earlier = SIGNALS.map((signal) => ({ signal, listeners: process.listeners(signal) }))
  // earlier listeners would end the process at once
  for (const { signal } of earlier) process.removeAllListeners(signal)
  const leave = (signal: NodeJS.Signals) => {
    const exit = () => process.exit(128 + constants.signals[signal])
    abort().then(exit, exit)
  }
  for (const { signal } of earlier) process.once(signal, leave)
  try {
    return await work()
  } finally {
    for (const { signal, listeners } of earlier) {
      process.off(signal, leave)
      for (const listener of listeners) process.on(signal, listener)
    }
  }
}
