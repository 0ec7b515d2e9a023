import type { App } from '../http/app.ts'

/** Milliseconds after the last check of the readiness for which a load balancer counts as watching. */
const WATCHED_MS = 30_000

/** Tracks whether this process is about to stop, and whether a load balancer watches its readiness. */
export class Drain {
  private begun = false
  private checkedAt: number | undefined

  get isDraining(): boolean {
    return this.begun
  }

  /** Returns whether somebody checked the readiness lately. */
  get isWatched(): boolean {
    return this.checkedAt !== undefined && performance.now() - this.checkedAt < WATCHED_MS
  }

  /** Makes the server not ready, and ends each connection after its next answer. */
  begin(): void {
    this.begun = true
  }

  noteCheck(): void {
    this.checkedAt = performance.now()
  }
}

/** Tells clients with `Connection: close` that a draining server takes no further request on their connection. */
export function registerDrain(app: App, drain: Drain): void {
  // an answer to a request from before the drain needs the header too
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (drain.isDraining) reply.header('connection', 'close')
    done(null, payload)
  })
}
