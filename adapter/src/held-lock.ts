import { randomUuid } from '@mandap/client/random-uuid.ts'

/** Holds a lock until this page or worker ends, even by a crash. Resolves to its name once it is held. */
export function holdLock(): Promise<string> {
  const lock = randomUuid()
  return new Promise((resolve) => {
    void navigator.locks.request(lock, () => {
      resolve(lock)
      return new Promise(() => {})
    })
  })
}

/** Calls `ended` when the page or worker that holds a lock has ended. */
export function whenReleased(lock: string, ended: () => void): void {
  void navigator.locks.request(lock, ended)
}
