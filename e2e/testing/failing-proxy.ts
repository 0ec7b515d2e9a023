import { request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '@mandap/server/testing/listen.ts'

/** The ways in which an HTTP call can fail. A number is the status of the answer. */
export const HTTP_FAILURES = [
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
export type HttpFailure = (typeof HTTP_FAILURES)[number]

export interface FailingProxy {
  url: string
  /** Makes a call of the contract fail from now on, optionally only with `?name` or `?name=value`. */
  fail: (call: string, mode: HttpFailure) => void
  /** Forwards every call from now on. */
  heal: () => void
  /** Returns how many calls have failed since the last `fail`. */
  failed: () => number
  close: () => Promise<void>
}

const PAGE = '<!doctype html><title>Wi-Fi</title><p>Accept the conditions of this hotel.</p>'

/** Starts a proxy that forwards every call to a host, except those that fail. */
export async function failingProxy(target: string): Promise<FailingProxy> {
  let broken: { matches: (method: string, url: URL) => boolean; mode: HttpFailure } | null = null
  let failed = 0
  const stalled = new Set<ServerResponse>()

  const { url: proxyUrl, close } = await listen((request, response) => {
    const { method = 'GET', url: path = '/' } = request
    const url = new URL(path, target)
    if (!broken?.matches(method, url)) return forward(target, request, response)
    failed += 1
    request.resume()
    // a connection that closes before its request was read looks like a refused connection
    request.on('end', () => broken && failAs(broken.mode, request, response, stalled))
  })
  return {
    url: proxyUrl,
    fail(call, mode) {
      failed = 0
      broken = { matches: matcher(call), mode }
    },
    heal() {
      broken = null
      for (const response of stalled) response.destroy()
      stalled.clear()
    },
    failed: () => failed,
    close,
  }
}

function matcher(call: string): (method: string, url: URL) => boolean {
  const [wanted = '', address = ''] = call.split(' ')
  const [path = '', query = ''] = address.split('?')
  // '/user/all' and '/partners/counts' are other calls than '/user/{id}' and '/partners/{id}'
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
  mode: HttpFailure,
  request: IncomingMessage,
  response: ServerResponse,
  stalled: Set<ServerResponse>,
) {
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

function forward(target: string, request: IncomingMessage, response: ServerResponse) {
  const { host } = new URL(target)
  const onward = sendRequest(
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
