import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, inject, test } from 'vitest'
import { checkConnection } from './check-connection.ts'

/** Starts a proxy before PostgreSQL that leaves the first connections without an answer. */
async function proxy(silent: number) {
  const { hostname, port } = new URL(inject('postgresUrl'))
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    if (sockets.length <= silent) return
    const database = connect(Number(port), hostname).on('error', () => {})
    socket.pipe(database).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const at = typeof address === 'object' ? address?.port : ''
  return {
    url: Object.assign(new URL(inject('postgresUrl')), { host: `127.0.0.1:${at}` }).href,
    connections: () => sockets.length,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('tries a second time if there was no answer in time', async () => {
  const database = await proxy(1)
  await checkConnection(database.url, 1000)
  expect(database.connections()).toBe(2)
  database.close()
})

test('reports a PostgreSQL that does not answer at all', async () => {
  const database = await proxy(Infinity)
  await expect(checkConnection(database.url, 50)).rejects.toThrow(
    'Cannot connect to the PostgreSQL of DATABASE_URL (timeout expired).',
  )
  expect(database.connections()).toBe(2)
  database.close()
})
