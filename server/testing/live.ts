import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from '../src/database/connection.ts'
import { storeAdministrator } from './administrators.ts'
import { testKeys } from './encryption-key.ts'
import { fastSignIn } from './sign-in.ts'

/** An event as it arrives. */
export interface ReceivedEvent {
  id: string | undefined
  event: string
  data: Record<string, unknown>
}

/** Opens a stream of events, and collects them until it ends or `close` is called. */
export async function openEvents(url: string, token: string, query = '') {
  const sent = request(`${url}/events${query}`, { headers: { authorization: `Bearer ${token}` } })
  sent.on('error', () => {})
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  answer.setEncoding('utf8').on('data', (part: string) => (text += part))
  answer.on('error', () => {})
  const ended = new Promise<number>((resolve) =>
    answer.once('close', () => resolve(performance.now())),
  )
  const events = () => text.split('\n\n').flatMap(eventOf)
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    /** Everything that has arrived. */
    text: () => text,
    /** The events that have arrived, without the first one, `open`. */
    changes: () => events().filter(({ event }) => event !== 'open'),
    /** The id of the stream, and of its first event. */
    opened: () => events().find(({ event }) => event === 'open'),
    /** Resolves when the connection has ended. */
    ended,
    pause: () => answer.pause(),
    close: () => sent.destroy(),
  }
}

export type ReceivedEvents = Awaited<ReturnType<typeof openEvents>>

function eventOf(block: string): ReceivedEvent[] {
  const lines = new Map(
    block.split('\n').map((line) => [line.split(':', 1)[0] ?? '', line.replace(/^\w*: ?/, '')]),
  )
  const event = lines.get('event')
  const data = lines.get('data')
  if (event === undefined || data === undefined) return []
  return [{ id: lines.get('id'), event, data: JSON.parse(data) as Record<string, unknown> }]
}

/** Adds administrators to the database of a server with default settings, and returns their session tokens. */
export async function signInReaders(databaseUrl: string, count: number): Promise<string[]> {
  const db = connect(databaseUrl, 4, { keys: testKeys() })
  const signIn = fastSignIn(db, 'http://localhost:4000', () => new Date())
  const tokens: string[] = []
  for (let at = 0; at < count; at += 1) {
    const who = { email: `reader${at}@mandap.example`, password: 'marigold-lanterns-7' }
    await storeAdministrator(db, who)
    tokens.push((await signIn(who.email)).token)
  }
  await db.destroy()
  return tokens
}
