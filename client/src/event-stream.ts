import type { ChangeEvent, PresenceEvent } from '@mandap/contract/live.ts'
import { readNumber, readObject, readText } from '@mandap/domain/wire/read.ts'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { bearer, type HttpRequest, stream } from './http.ts'
import { type SessionTokens, withSession } from './session-tokens.ts'
import type { LiveMessage, Missed } from './live-message.ts'

interface Settings {
  base: string
  tokens: SessionTokens
  fetch?: HttpRequest['fetch']
}

/** Milliseconds without a byte after which the connection counts as lost. The server sends one every 15 s. */
const SILENCE_MS = 40_000

/** Reads `GET /events`, a stream of server-sent events. */
export async function* eventStream(
  { base, tokens, fetch }: Settings,
  missed: Missed,
  signal: AbortSignal,
): AsyncGenerator<LiveMessage, void, undefined> {
  let opened: ReturnType<typeof stream> | undefined
  const { chunks, first } = await withSession(tokens, async (token) => {
    opened = stream({
      url: `${base}/events`,
      call: 'GET /events',
      query: { ...missed },
      headers: { accept: 'text/event-stream', ...bearer(token) },
      signal,
      timeout: SILENCE_MS,
      fetch,
    })
    // opens the connection
    return { chunks: opened, first: await opened.next() }
  }).catch(async (error: unknown) => {
    // it may be open already, but for a person who has left
    await opened?.return()
    throw error
  })
  const messages: LiveMessage[] = []
  const parser = createParser({
    onEvent: (event) => messages.push(...messageOf(event)),
    onRetry: (ms) => messages.push({ is: 'retry', ms }),
  })
  const decoder = new TextDecoder()
  for (let chunk = first; !chunk.done; chunk = await chunks.next()) {
    parser.feed(decoder.decode(chunk.value, { stream: true }))
    yield* messages.splice(0)
  }
}

function messageOf({ id, event, data }: EventSourceMessage): LiveMessage[] {
  const content = contentOf(data)
  const at = { id: readNumber(id) }
  if (event === 'open') return [{ is: 'open', ...at, stream: readText(content['stream']) }]
  if (event === 'many') return [{ is: 'many', ...at, position: readText(content['position']) }]
  // written by our own server, which fills in every field
  if (event === 'change') return [{ is: 'change', ...at, change: content as ChangeEvent }]
  if (event === 'presence')
    return [{ is: 'presence', id: null, records: (content as PresenceEvent).records }]
  // an event of a newer server
  return []
}

function contentOf(data: string) {
  try {
    return readObject(JSON.parse(data))
  } catch {
    return {}
  }
}
