import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** The text that the scanner of tests finds as a virus. */
export const INFECTED = 'an infected document'

/**
 * Starts a scanner with clamd's INSTREAM protocol on a free loopback port. `answer` replaces the reply; with null it
 * never replies. Content of more than `most` bytes is refused before its end, like by clamd.
 */
export async function startClamd(answer?: () => string | null | undefined, most = Infinity) {
  const scanned: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let received = Buffer.alloc(0)
    let isAnswered = false
    const reply = (text: string) => {
      isAnswered = true
      socket.end(`${text}\0`)
    }
    socket.on('data', (chunk) => {
      if (isAnswered) return
      received = Buffer.concat([received, Buffer.from(chunk)])
      const content = contentOf(received)
      if (content.size > most) reply('INSTREAM size limit exceeded. ERROR')
      if (isAnswered || !content.isComplete) return
      scanned.push(content.bytes)
      const given = answer?.()
      if (given === null) return
      reply(given ?? (content.bytes.includes(INFECTED) ? 'stream: Test.Virus FOUND' : 'stream: OK'))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `127.0.0.1:${port}`,
    /** What was scanned. */
    scanned,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

const COMMAND = 'zINSTREAM\0'

function contentOf(received: Buffer): { bytes: Buffer; size: number; isComplete: boolean } {
  const chunks: Buffer[] = []
  let at = COMMAND.length
  let isComplete = false
  while (at + 4 <= received.length && !isComplete) {
    const length = received.readUInt32BE(at)
    isComplete = length === 0
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  const bytes = Buffer.concat(chunks)
  return { bytes, size: bytes.length, isComplete }
}
