import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'

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
