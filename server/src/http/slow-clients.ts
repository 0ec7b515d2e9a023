import type { ErrorCode } from '@mandap/contract/error-code.ts'
import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { envelope } from './http-error.ts'

// an import of node:http also loads Node's fetch, which delays the start
const http = process.getBuiltinModule('node:http')

/** How slow a client may be before its connection is closed. */
export interface ClientLimits {
  /** Milliseconds until the headers of a request must be complete. */
  headersMs: number
  /** Milliseconds in which at least `minBytes` of a body or response must be transferred. */
  windowMs: number
  minBytes: number
  /** Milliseconds between two checks. */
  checkMs: number
}

export const CLIENT_LIMITS: ClientLimits = {
  headersMs: 30_000,
  windowMs: 60_000,
  minBytes: 8 * 1024,
  checkMs: 1000,
}

/** A request on its connection, and the transferred bytes at a point in time. */
interface Transfer {
  request: IncomingMessage
  response: ServerResponse
  moved: number
  since: number
}

/**
 * Returns options of Node's HTTP server that close connections of clients slower than the limits. Node limits
 * the headers; this code checks bodies and responses.
 */
export function limitClients({ headersMs, checkMs, ...limits }: ClientLimits): ServerOptions {
  const transfers = new Map<Socket, Transfer>()
  let timer: NodeJS.Timeout | undefined

  // shared by all servers that Fastify creates with these options: `localhost` has two addresses
  class WatchedResponse<R extends IncomingMessage> extends http.ServerResponse<R> {
    constructor(...given: ConstructorParameters<typeof http.ServerResponse<R>>) {
      super(...given)
      track(given[0], this)
    }
  }

  function track(request: IncomingMessage, response: ServerResponse) {
    const { socket } = request
    if (!transfers.has(socket)) socket.once('close', () => transfers.delete(socket))
    transfers.set(socket, { request, response, moved: movedOn(socket), since: performance.now() })
    timer ??= setInterval(check, checkMs).unref()
  }

  function check() {
    const now = performance.now()
    for (const [socket, transfer] of transfers) {
      const moved = movedOn(socket)
      if (!waitsForClient(socket, transfer) || moved - transfer.moved >= limits.minBytes)
        Object.assign(transfer, { moved, since: now })
      else if (now - transfer.since >= limits.windowMs) end(socket, transfer)
    }
    if (transfers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    headersTimeout: headersMs - checkMs,
    connectionsCheckingInterval: checkMs,
    ServerResponse: WatchedResponse,
  }
}

/** Answers requests that Node's parser rejects, and headers that arrive too late, with an error body. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return answerTimeout(socket)
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return answer(socket, '431 Request Header Fields Too Large', {
      code: 'HEADERS_TOO_LARGE',
      message: 'The headers are larger than this server accepts.',
    })
  answer(socket, '400 Bad Request', {
    code: 'INVALID',
    message: 'The request is not valid HTTP.',
  })
}

/** Returns the bytes that were received, and those that the kernel took for sending. */
function movedOn(socket: Socket): number {
  return socket.bytesRead + socket.bytesWritten - socket.writableLength
}

/** Returns whether the connection waits for its client. Time that the server takes does not count. */
function waitsForClient(socket: Socket, { request }: Transfer): boolean {
  return socket.writableLength > 0 || (!request.complete && request.readableLength === 0)
}

function end(socket: Socket, { response }: Transfer) {
  // a reset drops the data that the kernel holds for a client that does not read
  if (response.headersSent || !socket.writable) socket.resetAndDestroy()
  else answerTimeout(socket)
}

function answerTimeout(socket: Socket) {
  answer(socket, '408 Request Timeout', {
    code: 'TIMEOUT',
    message: 'The request did not arrive in time. Check your connection and try again.',
  })
}

function answer(
  socket: Socket,
  status: string,
  { code, message }: { code: ErrorCode; message: string },
) {
  const body = JSON.stringify(envelope(code, message))
  const head = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
