import type { Database } from '../database/connection.ts'
import { bulkEvent, type LiveEvent, presenceEvent } from './events.ts'
import { PRESENCE_PREFIX } from './presence.ts'

/** A bulk write announces each of its batches. */
const BULK_MS = 1000

/** Many people open and close records. */
const PRESENCE_MS = 300

/** Returns functions that announce bulk writes, several of them by one event. */
export function bulkAnnouncements(db: Database, send: (events: readonly LiveEvent[]) => void) {
  let timer: NodeJS.Timeout | undefined
  return {
    add() {
      timer ??= setTimeout(() => {
        timer = undefined
        bulkEvent(db).then(
          (event) => send([event]),
          () => {},
        )
      }, BULK_MS).unref()
    },
    close: () => clearTimeout(timer),
  }
}

/** Returns functions that announce which records people have opened or closed, several of them by one event. */
export function presenceAnnouncements(send: (events: readonly LiveEvent[]) => void) {
  let timer: NodeJS.Timeout | undefined
  const opened = new Set<string>()
  return {
    add(payload: string) {
      opened.add(payload.slice(PRESENCE_PREFIX.length))
      timer ??= setTimeout(() => {
        timer = undefined
        const records = [...opened].map((record) => {
          const [subject = '', ...id] = record.split(' ')
          return { subject: subject as 'booking' | 'partner', subjectId: id.join(' ') }
        })
        opened.clear()
        send([presenceEvent(records)])
      }, PRESENCE_MS).unref()
    },
    close: () => clearTimeout(timer),
  }
}
