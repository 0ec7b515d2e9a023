import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { type AvailabilityChange, watchAvailability } from './availability.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

/** Starts a proxy before PostgreSQL that refuses connections, accepts them without an answer, or passes them on. */
async function proxy() {
  const { hostname, port } = new URL(scratch.url)
  const silent: Socket[] = []
  const open = new Set<Socket>()
  let does: 'refuse' | 'hang' | 'pass' = 'pass'
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    if (does === 'refuse') socket.destroy()
    else if (does === 'hang') silent.push(socket)
    else {
      const database = connect(Number(port), hostname)
      database.on('error', () => socket.destroy())
      socket.pipe(database).pipe(socket)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(scratch.url)
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return {
    url: url.href,
    silent,
    set: (now: typeof does) => (does = now),
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

test('a lost database is found while earlier attempts hang, and stays found when these fail', async () => {
  const database = await proxy()
  const watched = watchAvailability(database.url, { checkMs: 60_000, probeMs: 60_000, retryMs: 20 })
  const changes: AvailabilityChange[] = []
  watched.onChange((change) => changes.push(change))
  try {
    expect(await watched.check()).toBe(true)
    database.set('refuse')
    expect(await watched.check()).toBe(false)
    database.set('hang')
    await expect.poll(() => database.silent.length).toBeGreaterThan(2)
    database.set('pass')
    await expect.poll(() => changes.map(({ is }) => is)).toEqual(['lost', 'back'])
    // no attempt follows
    const { length } = database.silent
    for (const socket of database.silent) socket.destroy()
    expect(
      await watched.run(
        () => Promise.resolve('done'),
        () => {},
      ),
    ).toBe('done')
    expect(await watched.check()).toBe(true)
    expect(changes).toHaveLength(2)
    expect(database.silent).toHaveLength(length)
  } finally {
    watched.close()
    database.close()
  }
})
