import { randomUUID } from 'node:crypto'
import type { OpenEvent } from '@mandap/contract/live.ts'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/connection.ts'
import { HttpError } from '../http/http-error.ts'
import { registerRoute } from '../http/route.ts'
import type { Workload } from '../metrics/workload.ts'
import { liveSessionsOf } from '../session/live-session.ts'
import {
  eventsAfter,
  eventsSince,
  eventText,
  lastEventId,
  type LiveEvent,
  manyEvent,
  presenceEvent,
} from './events.ts'
import { type FeedTimes, openFeed } from './feed.ts'
import { confirmPresence, endPresence, presenceOf, reportPresence } from './presence.ts'
import { openStreams, type Streams } from './streams.ts'

export interface LiveTimes extends FeedTimes {
  /** Milliseconds between two comments that show that a connection works. */
  heartbeatMs: number
  /** Milliseconds between two checks of the sessions. */
  sessionMs: number
  /** Milliseconds between two confirmations of who has records open. */
  confirmMs: number
}

interface Dependencies {
  db: Database
  /** The address for LISTEN. Without it, changes are read every second. */
  listenUrl?: string | undefined
  /** Accepts only sessions in which a second factor was shown or added. */
  requiresFactor?: boolean
  now: () => Date
  workload: Workload
  times?: Partial<LiveTimes> | undefined
}

/** Streams that one account may have open in one process. All tabs of a browser share one. */
const MAX_STREAMS = 20

const RETRY_AFTER_SECONDS = 60

const TIMES = { heartbeatMs: 15_000, sessionMs: 5000, confirmMs: 4000 }

/** Registers the calls of live changes and presence. */
export function registerLive(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, listenUrl, requiresFactor = false, now, workload, times } = dependencies
  const { heartbeatMs, sessionMs, confirmMs, ...feedTimes } = { ...TIMES, ...times }
  const streams = openStreams(({ id }) => {
    workload.openStreams -= 1
    // otherwise the next confirmation of any server does it
    endPresence(db, id).catch(() => {})
  })
  const feed = openFeed({
    db,
    listenUrl,
    log: app.log,
    send: (events) => streams.send(events),
    times: feedTimes,
  })
  let isStopping = false

  registerRoute(app, 'GET /events', async (request, reply) => {
    const { id: administratorId, sessionId, tokenSerial } = request.administrator
    if (isStopping) throw stopping()
    if (streams.countOf(administratorId) >= MAX_STREAMS) throw tooMany()
    await feed.start()
    const stream = { id: randomUUID(), administratorId, sessionId, tokenSerial }
    const added = streams.add(stream, reply.raw)
    // the client has left
    if (!added) {
      return reply.hijack()
    }
    workload.openStreams += 1
    const missed = await missedEvents(db, request.query)
    if (isStopping) throw stopping()
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      // nginx would otherwise collect events until its buffer is full
      'x-accel-buffering': 'no',
    })
    added.begin([openEvent(stream.id, missed.last), ...missed.events], missed.last)
    return reply
  })

  const heartbeat = setInterval(() => streams.sendText(':\n\n'), heartbeatMs).unref()
  const check = setInterval(() => {
    // the next check tries again
    endEnded(db, streams, { now: now(), requiresFactor }).catch(() => {})
  }, sessionMs).unref()
  const confirm = setInterval(() => {
    if (streams.all().length === 0) return
    const ids = streams.all().map(({ id }) => id)
    confirmPresence(db, ids).catch(() => {})
    if (!feed.isListening()) streams.send([presenceEvent(null)])
  }, confirmMs).unref()

  registerRoute(app, 'GET /presence', async ({ administrator, query }) => ({
    data: await presenceOf(db, administrator.id, query),
  }))

  registerRoute(app, 'PUT /presence', async ({ administrator, body }, reply) => {
    await reportPresence(db, administrator, body)
    return reply.code(204).send()
  })
  app.addHook('preClose', async () => {
    isStopping = true
    clearInterval(heartbeat)
    clearInterval(check)
    clearInterval(confirm)
    feed.close()
    streams.endAll()
  })
}

/** Returns what a client has missed, and the id after which it continues. */
async function missedEvents(
  db: Database,
  { after, past = 0 }: { after?: number | undefined; past?: number | undefined },
): Promise<{ events: LiveEvent[]; last: number }> {
  const head = await lastEventId(db)
  // a client knows a later entry if the database was restored from a backup
  if (after !== undefined && after > head)
    return { events: [await manyEvent(db)], last: Math.max(head - 1, 0) }
  if (after !== undefined) return { events: await eventsAfter(db, after), last: after }
  const events = await eventsSince(db, past)
  return { events, last: (events[0]?.id ?? head + 1) - 1 }
}

/** Returns the first event. Its id is the one after which a client continues that receives no other event. */
function openEvent(stream: string, last: number): LiveEvent {
  const data: OpenEvent = { stream }
  return { id: null, text: eventText('open', data, last) }
}

/** Ends the streams whose session has ended or has newer tokens, or whose administrator was disabled. */
async function endEnded(
  db: Database,
  streams: Streams,
  { now, requiresFactor }: { now: Date; requiresFactor: boolean },
): Promise<void> {
  const open = streams.all()
  if (open.length === 0) return
  const ids = [...new Set(open.map(({ sessionId }) => sessionId))]
  const live = await liveSessionsOf(db, ids, now, requiresFactor)
  const ended = open.filter(({ sessionId, tokenSerial }) => live.get(sessionId) !== tokenSerial)
  streams.end(ended.map(({ id }) => id))
}

function tooMany(): HttpError {
  const message =
    'Too many devices of this account follow changes. Close Mandap on another device, or end sessions on the page ‘Your account’.'
  return new HttpError(429, 'TOO_MANY_STREAMS', message, { retryAfter: RETRY_AFTER_SECONDS })
}

function stopping(): HttpError {
  return new HttpError(503, 'STOPPING', 'The server is stopping. Try again in a moment.')
}
