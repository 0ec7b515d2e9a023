import { once } from 'node:events'
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import type { FuzzRequest, HttpRequest } from './request.ts'

export interface Answer {
  /** 0 if the connection ended without a response. */
  status: number
  headers: IncomingMessage['headers']
  body: string
}

/** Milliseconds after which a request counts as unanswered. */
const TIMEOUT_MS = 20_000

/** Milliseconds to wait for the response to invalid HTTP. */
const SILENCE_MS = 150

const NONE: Answer = { status: 0, headers: {}, body: '' }

/** Sends the request and reads the whole response. Rejects if there is none. */
export function send(origin: string, request: FuzzRequest, agent: Agent): Promise<Answer> {
  return request.kind === 'raw' ? sendRaw(origin, request.text) : sendHttp(origin, request, agent)
}

async function sendHttp(
  origin: string,
  { method, url, headers, body, encoding }: HttpRequest,
  agent: Agent,
): Promise<Answer> {
  const { hostname: host, port } = new URL(origin)
  const content = body === null ? undefined : Buffer.from(body, encoding)
  const sent = httpRequest({
    agent,
    host,
    port,
    method,
    // Node does not send characters that are invalid in a path
    path: url.replaceAll(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character)),
    headers: {
      ...Object.fromEntries(headers),
      ...(content && { 'content-length': content.length }),
    },
    timeout: TIMEOUT_MS,
  })
  sent.on('timeout', () => sent.destroy(new Error(`No answer within ${TIMEOUT_MS} ms.`)))
  // the server may respond and close the connection before the body is sent
  sent.on('error', () => {})
  sent.end(content)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) {
    chunks.push(chunk as Buffer)
    // a stream has no end
    if (answer.headers['content-type']?.startsWith('text/event-stream')) break
  }
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: Buffer.concat(chunks).toString(),
  }
}

/** Writes the bytes, ends the sending side, and reads until the server closes the connection or sends nothing more. */
function sendRaw(origin: string, text: string): Promise<Answer> {
  const { hostname: host, port } = new URL(origin)
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port), allowHalfOpen: true })
    const chunks: Buffer[] = []
    const finish = () => {
      socket.destroy()
      const head = Buffer.concat(chunks).toString('latin1')
      const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? []
      resolve(status === undefined ? NONE : { status: Number(status), headers: {}, body: head })
    }
    socket.setTimeout(SILENCE_MS, finish)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', finish)
    // the server may close the connection while the bytes are written
    socket.on('error', finish)
    socket.write(Buffer.from(text, 'latin1'))
  })
}
