import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/connection.ts'
import { bulkAnnouncements, presenceAnnouncements } from './announcements.ts'
import { eventsAfter, lastEventId, type LiveEvent } from './events.ts'
import { PRESENCE_PREFIX } from './presence.ts'
import { type Listener, type ListenerTimes, openListener } from './listener.ts'

export interface FeedTimes extends ListenerTimes {
  /** Milliseconds between two reads while notifications do not arrive. */
  pollMs: number
  /** Milliseconds between two reads while they do. */
  checkMs: number
}

const TIMES = { pollMs: 1000, checkMs: 10_000 }

interface Settings {
  db: Database
  /** The address for LISTEN. Without it the audit log is read every second. */
  listenUrl?: string | undefined
  log: FastifyBaseLogger
  send: (events: readonly LiveEvent[]) => void
  times?: Partial<FeedTimes>
}

export interface Feed {
  /** Begins to send what changes from now on. Rejects if the database does not answer. */
  start(): Promise<void>
  /** Whether notifications arrive. */
  isListening(): boolean
  close(): void
}

/** Sends the changes of all servers of a database: at once after a notification, otherwise by reading regularly. */
export function openFeed({ db, listenUrl, log, send, times }: Settings): Feed {
  const { pollMs, checkMs, ...listenerTimes } = { ...TIMES, ...times }
  let last: number | undefined
  let starting: Promise<void> | undefined
  let listener: Listener | undefined
  let timer: NodeJS.Timeout | undefined
  const bulk = bulkAnnouncements(db, send)
  const presence = presenceAnnouncements(send)
  let reading: Promise<number> | undefined
  let notified = 0
  let isReported = false
  let isClosed = false

  function start(): Promise<void> {
    starting ??= begin().catch((error: unknown) => {
      starting = undefined
      throw error
    })
    return starting
  }

  async function begin() {
    last = await lastEventId(db)
    if (isClosed) return
    if (listenUrl !== undefined)
      listener = openListener({
        db,
        url: listenUrl,
        onNotification,
        onState,
        times: listenerTimes,
      })
    schedule()
  }

  function onNotification(payload: string) {
    notified += 1
    if (payload === 'bulk') bulk.add()
    else if (payload.startsWith(PRESENCE_PREFIX)) presence.add(payload)
    else void read()
  }

  function onState(is: 'listening' | 'lost', reason?: string) {
    if (is === 'lost' && !isReported)
      log.warn({ reason }, 'Changes are read every second, because LISTEN does not work.')
    isReported = is === 'lost'
    // between two connections, notifications are lost
    void read()
  }

  function schedule() {
    if (isClosed) return
    const ms = listener?.isListening() ? checkMs : pollMs
    timer = setTimeout(() => void tick().then(schedule), ms).unref()
  }

  async function tick() {
    const before = notified
    if ((await read()) === 0 || !listener?.isListening()) return
    // the notification may still be on its way
    await pause(pollMs)
    if (notified === before) listener.restart()
  }

  /** Sends the entries after the last one. Returns how many events it found. */
  async function read(): Promise<number> {
    // an entry may have been committed after the running query began
    await reading
    reading ??= readOnce().finally(() => (reading = undefined))
    return reading
  }

  async function readOnce() {
    if (isClosed || last === undefined) return 0
    try {
      const events = await eventsAfter(db, last)
      last = events.at(-1)?.id ?? last
      if (events.length > 0) send(events)
      return events.length
    } catch {
      // the next read finds them; a lost database has its own line in the log
      return 0
    }
  }

  return {
    start,
    isListening: () => listener?.isListening() ?? false,
    close() {
      isClosed = true
      clearTimeout(timer)
      bulk.close()
      presence.close()
      listener?.close()
    },
  }
}
