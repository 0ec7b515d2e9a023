import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns a port of the loopback address that is free now. */
export function freePort(): Promise<number> {
  return listenOnce(0, '127.0.0.1')
}

/** Rejects like `listen` if `port` is not available: EADDRINUSE, EACCES, EADDRNOTAVAIL. */
export async function listenOnce(port: number, host: string): Promise<number> {
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : port
}
