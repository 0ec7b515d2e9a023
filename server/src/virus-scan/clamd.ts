import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { whyUnreachable } from '../network/unreachable.ts'

/** Milliseconds without a byte in either direction after which a scan fails. */
const IDLE_MS = 60_000

/** The scanner does not answer, or did not scan the content. Whether there is a virus is unknown. */
export class ScannerUnavailable extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`The document was not stored, because the virus scanner cannot be used: ${reason}`, {
      cause,
    })
  }
}

/**
 * Sends content to clamd at `host:port` or the path of a socket, by its INSTREAM protocol. Returns the name of the virus,
 * or null. Throws `ScannerUnavailable`, and the error of `content` if it cannot be read.
 */
export async function findVirus(
  address: string,
  content: Readable,
  idleMs = IDLE_MS,
): Promise<string | null> {
  const socket = connect(targetOf(address))
  socket.setTimeout(idleMs, () => socket.destroy(new Error('it does not answer')))
  const source = Readable.from(framed(content))
  let unreadable: unknown
  source.on('error', (error) => {
    unreadable = error
    socket.destroy(error)
  })
  source.pipe(socket, { end: false })
  let reply = ''
  try {
    for await (const part of socket) {
      reply += String(part)
      if (reply.includes('\0')) break
    }
  } catch (error) {
    if (unreadable !== undefined) throw unreadable
    throw new ScannerUnavailable(whyUnreachable(error), error)
  } finally {
    source.destroy()
    content.destroy()
    socket.destroy()
  }
  return virusIn(reply.replaceAll('\0', '').trim())
}

function targetOf(address: string): { path: string } | { host: string; port: number } {
  if (address.startsWith('/')) return { path: address }
  const { hostname, port } = new URL(`tcp://${address}`)
  return { host: hostname.replaceAll(/^\[|\]$/g, ''), port: Number(port) }
}

/** Yields the command and the chunks, each after its length, and a length of 0 at the end. */
async function* framed(content: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    yield Buffer.concat([length, bytes])
  }
  yield Buffer.alloc(4)
}

function virusIn(reply: string): string | null {
  if (reply === 'stream: OK') return null
  const [, found] = /^stream: (.+) FOUND$/.exec(reply) ?? []
  if (found !== undefined) return found
  if (reply === '') throw new ScannerUnavailable('it closed the connection without an answer.')
  throw new ScannerUnavailable(`it answered '${reply}'.`)
}
