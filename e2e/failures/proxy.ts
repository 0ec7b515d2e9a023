import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The ways a call can fail. A number is the status that is answered. */
export const FAILURE_MODES = [
  401,
  403,
  404,
  409,
  429,
  500,
  'dropped',
  'stalled',
  'html',
  'shape',
  'empty',
] as const
export type FailureMode = (typeof FAILURE_MODES)[number]

export interface FailingProxy {
  url: string
  /** From now on these calls fail. Written as the contract has them, `?name` or `?name=value` narrows. */
  fail: (calls: readonly string[], mode: FailureMode) => void
  /** From now on everything is passed on. */
  heal: () => void
  /** How many calls failed since the last `fail`. */
  failed: () => number
  close: () => Promise<void>
}

const PAGE = '<!doctype html><title>Wi-Fi</title><p>Accept the conditions of this hotel.</p>'

/** A host's stand-in that passes every call on, but those that are to fail. */
export async function failingProxy(target: string): Promise<FailingProxy> {
  let broken: { matches: ((method: string, url: URL) => boolean)[]; mode: FailureMode } | null =
    null
  let failed = 0
  const stalled = new Set<ServerResponse>()

  const server = createServer((request, response) => {
    const { method = 'GET', url: path = '/' } = request
    const url = new URL(path, target)
    if (!broken?.matches.some((matches) => matches(method, url)))
      return passOn(target, request, response)
    failed += 1
    request.resume()
    // before the last byte was read, a closed connection looks like a refused one
    request.on('end', () => broken && failAs(broken.mode, request, response, stalled))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail(calls, mode) {
      failed = 0
      broken = { matches: calls.map(matcher), mode }
    },
    heal() {
      broken = null
      for (const response of stalled) response.destroy()
      stalled.clear()
    },
    failed: () => failed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function matcher(call: string): (method: string, url: URL) => boolean {
  const [wanted = '', address = ''] = call.split(' ')
  const [path = '', query = ''] = address.split('?')
  // 'all' and 'counts' are calls of their own beside '/user/{id}' and '/partners/{id}'
  const form = new RegExp(
    `^${path.replaceAll('.', '\\.').replaceAll('{id}', '(?!(?:all|counts)$)[^/]+')}$`,
  )
  const narrowed = [...new URLSearchParams(query)]
  return (method, { pathname, searchParams }) =>
    method === wanted &&
    form.test(pathname) &&
    narrowed.every(([name, value]) =>
      value === '' ? searchParams.has(name) : searchParams.get(name) === value,
    )
}

function failAs(
  mode: FailureMode,
  request: IncomingMessage,
  response: ServerResponse,
  stalled: Set<ServerResponse>,
) {
  response.setHeader('access-control-allow-origin', '*')
  const send = (status: number, type: string, body: string) =>
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
  if (typeof mode === 'number')
    return send(mode, 'application/json', '{"error":{"code":"BROKEN","message":"It broke."}}')
  switch (mode) {
    case 'dropped':
      return request.socket.destroy()
    case 'stalled':
      return stalled.add(response)
    case 'html':
      return send(200, 'text/html; charset=utf-8', PAGE)
    case 'shape':
      return send(200, 'application/json', '{"weather":"fine"}')
    case 'empty':
      return send(200, 'application/json', '')
  }
}

function passOn(target: string, request: IncomingMessage, response: ServerResponse) {
  const { host } = new URL(target)
  const onward = ask(
    `${target}${request.url}`,
    { method: request.method, headers: { ...request.headers, host } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    },
  )
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}
