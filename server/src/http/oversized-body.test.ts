import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'

const KEY = 'jasmine-and-marigold-and-rose'
const PIECE = Buffer.alloc(64 * 1024, '\r\nGET /health HTTP/1.1\r\nHost: a\r\n\r\n')
const MB = 1024 * 1024

let folder: string
let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  folder = await scratchFolder('oversized')
  api = await startApi({ UPLOAD_API_KEY: KEY, DATA_DIR: folder })
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

const BOUNDARY = 'marigold'
const part = (name: string, value: string, more = '') => [
  `--${BOUNDARY}`,
  `Content-Disposition: form-data; name="${name}"${more}`,
  '',
  value,
]

/** Sends headers and a number of bytes as their body. Returns the response, and how many bytes were sent. */
function send(head: readonly string[], length: number) {
  return new Promise<{ answer: string; sent: number }>((resolve) => {
    const { hostname, port } = new URL(api.url)
    const socket = connect(Number(port), hostname)
    let answer = ''
    let sent = 0
    socket.setEncoding('utf8').on('data', (read) => (answer += String(read)))
    socket.on('error', () => {})
    socket.once('close', () => resolve({ answer, sent }))
    function write() {
      while (sent < length) {
        sent += PIECE.length
        if (!socket.write(PIECE)) return void socket.once('drain', write)
      }
    }
    socket.write(head.join('\r\n'))
    write()
  })
}

test.each([
  [
    'JSON whose length is declared',
    () => [
      'POST /exports HTTP/1.1',
      'Host: a',
      `Authorization: Bearer ${api.tokenOf(ADMINISTRATOR)}`,
      'Content-Type: application/json',
      `Content-Length: ${100 * MB}`,
      '\r\n',
    ],
  ],
  [
    'an upload',
    () => [
      'POST /documents HTTP/1.1',
      'Host: a',
      `api-key: ${KEY}`,
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
      `Content-Length: ${100 * MB}`,
      '',
      ...part('partnerId', 'p1'),
      ...part('kind', 'aadharUrl'),
      ...part('file', '', '; filename="card.png"'),
    ],
  ],
])(
  'answers 413 to %s, closes the connection, and reads no request in the rest',
  async (_title, head) => {
    const { answer, sent } = await send(head(), 100 * MB)
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413'])
    expect(answer.toLowerCase()).toContain('connection: close')
    expect(answer).toContain('"code":"TOO_LARGE"')
    expect(sent).toBeLessThan(50 * MB)
  },
)
