import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  type HostAnswer,
  IDENTITY_PATH,
  type MemoryHost,
  memoryHost,
  type MemoryHostSeed,
} from '@mandap/demo/memory-host.ts'

/** The records and settings that a plain host starts with. */
export interface PlainHostSeed extends MemoryHostSeed {
  port?: number
}

/** A call that the host received. Preflight requests are left out. */
export interface PlainCall {
  method: string
  /** Includes the query. */
  path: string
  headers: IncomingMessage['headers']
  body: unknown
}

export interface PlainHost
  extends Pick<MemoryHost, 'bookings' | 'partners' | 'users' | 'tempPartners' | 'otps' | 'resets'> {
  url: string
  /** The identity stub's endpoints (§7). */
  identity: { signInUrl: string; resetUrl: string }
  calls: PlainCall[]
  /** The error status of a call: `failures.set('GET /user/{id}', 500)`. */
  failures: Map<string, number>
  close(): Promise<void>
}

/** Serves a host that has only the calls of §7, in memory, on a free loopback port. */
export async function plainHost({ port = 0, ...seed }: PlainHostSeed = {}): Promise<PlainHost> {
  const host = memoryHost(seed)
  const calls: PlainCall[] = []
  const failures = new Map<string, number>()

  async function answer(request: IncomingMessage): Promise<HostAnswer> {
    const { method = 'GET', url: path = '/', headers } = request
    const url = new URL(path, 'http://host')
    const body = parse(await text(request))
    calls.push({ method, path, headers, body })
    const failure = failures.get(host.keyOf(method, url.pathname))
    if (failure !== undefined) return { status: failure, body: { message: 'Something broke' } }
    return host.answer({
      method,
      path: url.pathname,
      query: url.searchParams,
      authorization: headers.authorization,
      body,
    })
  }

  // a request on a connection that the server has just closed fails, and a busy test may wait longer than the default of 5 s
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value)
    if (request.method === 'OPTIONS') response.writeHead(204).end()
    else
      answer(request).then(
        (answered) => send(response, answered),
        () => send(response, { status: 500, body: { message: 'Something broke' } }),
      )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    identity: {
      signInUrl: `${url}${IDENTITY_PATH}/accounts:signInWithPassword`,
      resetUrl: `${url}${IDENTITY_PATH}/accounts:sendOobCode`,
    },
    bookings: host.bookings,
    partners: host.partners,
    users: host.users,
    tempPartners: host.tempPartners,
    otps: host.otps,
    resets: host.resets,
    calls,
    failures,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

// only the headers that §7 names: the console must not need others
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, api-key',
  'access-control-max-age': '600',
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, { status, body }: HostAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}
