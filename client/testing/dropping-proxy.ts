import { createServer, request as sendOn } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A write that passed the proxy. */
interface PassedWrite {
  call: string
  key: string | undefined
}

/** A proxy before a host that forwards every call, and can drop the host's answers to writes. */
export async function droppingProxy(target: string) {
  const passed: PassedWrite[] = []
  let toDrop = 0
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const isWrite = method !== 'GET'
    const key = headers['idempotency-key']
    if (isWrite) passed.push({ call: `${method} ${url}`, key: key && String(key) })
    const onward = sendOn(target + url, { method, headers }, (answer) => {
      if (isWrite && toDrop > 0) {
        toDrop -= 1
        answer.resume().once('end', () => request.socket.destroy())
        return
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Drops the answers to the next `count` writes. */
    drop(count: number) {
      passed.length = 0
      toDrop = count
    },
    /** Returns the writes since the last `drop`. */
    passed,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
