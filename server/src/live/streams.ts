import type { ServerResponse } from 'node:http'
import type { LiveEvent } from './events.ts'

/** Bytes that may wait for a client. One that reads no faster is cut off, and reads the rest after it connects again. */
const MAX_WAITING = 64 * 1024

/** Milliseconds after which a client connects again when the server stops: at random, so that not all do so at once. */
const RETRY_MS = { least: 100, most: 1000 }

/** An open stream of events. */
export interface Stream {
  id: string
  administratorId: string
  sessionId: string
  tokenSerial: number
}

interface OpenStream extends Stream {
  response: ServerResponse
  /** The id of the last event that was sent. */
  last: number
  /** Events that wait until the earlier ones are sent. */
  waiting: LiveEvent[] | null
}

/** The open streams of this process. */
export interface Streams {
  countOf(administratorId: string): number
  all(): readonly Stream[]
  /**
   * Adds a stream, whose events after `last` wait until `begin`. It is removed when its connection ends. Returns undefined,
   * and adds nothing, if its client has already left.
   */
  add(
    stream: Stream,
    response: ServerResponse,
  ): { begin: (first: readonly LiveEvent[], last: number) => void } | undefined
  send(events: readonly LiveEvent[]): void
  /** Sends a text that is no event. */
  sendText(text: string): void
  /**
   * Ends streams, whose clients may connect again at once. Resets the connection of one that was ended before and does
   * not read. Leaves one that has not begun: a call after its beginning ends it.
   */
  end(ids: readonly string[]): void
  /** Ends all streams, and sends their clients when to connect again. */
  endAll(): void
}

/** `onClose` is called after a stream has ended. */
export function openStreams(onClose: (stream: Stream) => void): Streams {
  const streams = new Map<string, OpenStream>()

  function write({ response }: OpenStream, text: string) {
    // the stream of a client that does not read stays open after its end
    if (response.writableEnded || response.destroyed) return
    // a reset drops the data that the kernel holds for a client that does not read
    if ((response.socket?.writableLength ?? 0) > MAX_WAITING) response.socket?.resetAndDestroy()
    else response.write(text)
  }

  function sendTo(stream: OpenStream, events: readonly LiveEvent[]) {
    if (stream.waiting) return void stream.waiting.push(...events)
    const unsent = events.filter(({ id }) => id === null || id > stream.last)
    if (unsent.length === 0) return
    stream.last = Math.max(stream.last, ...unsent.map(({ id }) => id ?? 0))
    write(stream, unsent.map(({ text }) => text).join(''))
  }

  return {
    countOf: (administratorId) =>
      [...streams.values()].filter((stream) => stream.administratorId === administratorId).length,

    all: () => [...streams.values()],

    add(given, response) {
      // 'close' is emitted only once, so a stream that is added after it would never be removed
      if (response.closed) return undefined
      const stream: OpenStream = { ...given, response, last: 0, waiting: [] }
      streams.set(stream.id, stream)
      // without a listener, an error of one connection ends the process; 'close' follows
      response.on('error', () => {})
      response.once('close', () => {
        streams.delete(stream.id)
        onClose(given)
      })
      return {
        begin(first, last) {
          const waiting = stream.waiting ?? []
          stream.waiting = null
          stream.last = last
          sendTo(stream, first)
          sendTo(stream, waiting)
        },
      }
    },

    send(events) {
      for (const stream of streams.values()) sendTo(stream, events)
    },

    sendText(text) {
      for (const stream of streams.values()) if (!stream.waiting) write(stream, text)
    },

    end(ids) {
      for (const id of ids) {
        const stream = streams.get(id)
        if (!stream || stream.waiting) continue
        if (stream.response.writableEnded) stream.response.socket?.resetAndDestroy()
        else stream.response.end()
      }
    },

    endAll() {
      const { least, most } = RETRY_MS
      for (const { response } of streams.values()) {
        const retry = least + Math.floor(Math.random() * (most - least))
        if (response.headersSent && !response.writableEnded) response.end(`retry: ${retry}\n\n`)
      }
    },
  }
}
