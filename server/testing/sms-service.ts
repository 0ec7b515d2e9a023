import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ReceivedRequest {
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export type Reply = { status: number; body: unknown; headers?: Record<string, string> } | 'silence'

/** Starts a local SMS service that responds as the real one documents. `received` collects the requests. */
export async function smsService(answer: (received: ReceivedRequest) => Reply) {
  const received: ReceivedRequest[] = []
  async function take(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host')
    const { headers } = request
    const one = { path: pathname, query: searchParams, headers, body: await text(request) }
    received.push(one)
    const reply = request.method === 'POST' ? answer(one) : { status: 405, body: {} }
    if (reply === 'silence') return
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  }
  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () => server.close().closeAllConnections(),
  }
}
