import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of the loopback address that nothing listens on now. */
export function freePort(): Promise<number> {
  return listenOnce(0, '127.0.0.1')
}

/** Rejects as `listen` does when `port` cannot be had: EADDRINUSE, EACCES, EADDRNOTAVAIL. */
export async function listenOnce(port: number, host: string): Promise<number> {
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : port
}
