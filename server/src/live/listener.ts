import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { CHANNEL } from '../database/announcement.ts'
import { ServingClient } from '../database/serving-client.ts'
import type { Database } from '../database/connection.ts'

interface Settings {
  /** Sends the test notification, as another connection does. */
  db: Database
  /** The address for a connection of its own, without a pooler that shares sessions. */
  url: string
  onNotification: (payload: string) => void
  /** Called when notifications arrive from now on, and with a reason when they no longer do. */
  onState: (is: 'listening' | 'lost', reason?: string) => void
  times?: Partial<ListenerTimes>
}

export interface ListenerTimes {
  /** Milliseconds within which the connection must open and the test notification must arrive. */
  testMs: number
  /** Milliseconds before another attempt after a lost connection. */
  retryMs: number
  /** Milliseconds before another attempt after notifications did not arrive. */
  unsupportedMs: number
}

const TIMES: ListenerTimes = { testMs: 3000, retryMs: 2000, unsupportedMs: 60_000 }

export interface Listener {
  isListening(): boolean
  /** Opens another connection, because this one seems to lose notifications. */
  restart(): void
  close(): void
}

/** Receives the notifications of PostgreSQL on a connection of its own, which it opens again after it is lost. */
export function openListener({ db, url, onNotification, onState, times }: Settings): Listener {
  const { testMs, retryMs, unsupportedMs } = { ...TIMES, ...times }
  let client: ServingClient | undefined
  let isListening = false
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  async function open() {
    const opened = new ServingClient({ connectionString: url, keepAlive: true })
    client = opened
    const test = `test ${randomUUID()}`
    const arrived = Promise.withResolvers<boolean>()
    opened.on('error', (error) => lose(opened, error.message))
    opened.on('end', () => lose(opened, 'the connection ended'))
    opened.on('notification', ({ payload = '' }) => {
      if (payload === test) arrived.resolve(true)
      // the tests of other servers mean nothing here
      else if (!payload.startsWith('test ')) onNotification(payload)
    })
    let isSent = false
    const timer = setTimeout(() => {
      // the connection is not answered, or the test waits for one of `db`
      if (!isSent) lose(opened, `no test notification within ${testMs} ms`)
      arrived.resolve(false)
    }, testMs)
    try {
      await opened.connect()
      await opened.query(`listen ${CHANNEL}`)
      await notify(test).execute(db)
      isSent = true
      // a pooler may accept LISTEN and forward nothing
      if (!(await arrived.promise))
        return lose(opened, 'LISTEN receives nothing; set DATABASE_DIRECT_URL', unsupportedMs)
      if (client !== opened) return
      isListening = true
      onState('listening')
    } catch (error) {
      lose(opened, String(error))
    } finally {
      clearTimeout(timer)
    }
  }

  function lose(lost: ServingClient, reason: string, waitMs = retryMs) {
    if (client !== lost) return
    client = undefined
    isListening = false
    lost.socket.destroy()
    if (isClosed) return
    onState('lost', reason)
    retry = setTimeout(() => void open(), waitMs).unref()
  }

  void open()
  return {
    isListening: () => isListening,
    restart: () => client && lose(client, 'notifications are missing'),
    close() {
      isClosed = true
      clearTimeout(retry)
      client?.socket.destroy()
      client = undefined
    },
  }
}

function notify(payload: string): RawBuilder<unknown> {
  return sql`select pg_notify(${CHANNEL}, ${payload})`
}
