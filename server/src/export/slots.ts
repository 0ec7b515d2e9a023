import { HttpError } from '../http/http-error.ts'

const BUSY_RETRY_SECONDS = 30

/** The exports of one kind that this process sends at once. Each uses a connection of the pool. */
export class ExportSlots {
  readonly max: number
  /** How many are being sent. */
  open = 0
  /** How many were refused because others were being sent. */
  refused = 0

  constructor(max: number) {
    this.max = max
  }

  /** Throws 503 if no more exports may be sent. */
  requireFree(): void {
    if (this.open < this.max) return
    this.refused += 1
    const message = 'The server is busy with other exports. Try again in a minute.'
    throw new HttpError(503, 'EXPORTS_BUSY', message, { retryAfter: BUSY_RETRY_SECONDS })
  }

  /** Counts an export as open. Returns the function that ends it, once. Throws as `requireFree` does. */
  take(): () => void {
    this.requireFree()
    this.open += 1
    let isTaken = true
    return () => {
      if (isTaken) this.open -= 1
      isTaken = false
    }
  }
}

/** Lists and persons that a process exports at once: five of the pool's ten connections are left for other calls. */
const MAX_LIST_EXPORTS = 3
const MAX_PERSON_EXPORTS = 2

/** The slots of a process, by what is exported. */
export type SlotsByKind = Readonly<Record<'lists' | 'persons', ExportSlots>>

export function newExportSlots(): SlotsByKind {
  return {
    lists: new ExportSlots(MAX_LIST_EXPORTS),
    persons: new ExportSlots(MAX_PERSON_EXPORTS),
  }
}
