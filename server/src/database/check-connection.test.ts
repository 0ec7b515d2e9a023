import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectTo, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createScratch } from '../../testing/scratch.ts'
import { checkConnection, checkConnections } from './check-connection.ts'
import { connect, type Database } from './connection.ts'

/** Starts a proxy before PostgreSQL that leaves the first connections without an answer. */
async function proxy(silent: number) {
  const { hostname, port } = new URL(inject('postgresUrl'))
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    if (sockets.length <= silent) return
    const database = connectTo(Number(port), hostname).on('error', () => {})
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
  await checkConnection(database.url, 'DATABASE_URL', 3000)
  expect(database.connections()).toBe(2)
  database.close()
})

test('reports a PostgreSQL that does not answer at all', async () => {
  const database = await proxy(Infinity)
  await expect(checkConnection(database.url, 'DATABASE_URL', 50)).rejects.toThrow(
    'Cannot connect to the PostgreSQL of DATABASE_URL (timeout expired).',
  )
  // the limit may end before this process accepts the connection
  await expect.poll(database.connections).toBe(2)
  database.close()
})

describe('the addresses of the owner and of the server', () => {
  const role = `serving_${randomUUID().replaceAll('-', '')}`
  let scratch: Awaited<ReturnType<typeof createScratch>>
  let other: Awaited<ReturnType<typeof createScratch>>
  let db: Database

  beforeAll(async () => {
    scratch = await createScratch(inject('postgresUrl'))
    other = await createScratch(inject('postgresUrl'))
    db = connect(scratch.url, 1)
    await sql`create role ${sql.id(role)} login password 'a-password'`.execute(db)
  })
  afterAll(async () => {
    await sql`drop role ${sql.id(role)}`.execute(db)
    await db.destroy()
    await Promise.all([scratch.drop(), other.drop()])
  })

  /** Checks the role of the server on a database, with the owner of the first one. */
  const check = (served: string, password = 'a-password') =>
    checkConnections({
      databaseUrl: Object.assign(new URL(served), { username: role, password }).href,
      databaseOwnerUrl: scratch.url,
    })

  test('are refused if they are of two databases', async () => {
    await check(scratch.url)
    await expect(check(other.url)).rejects.toThrow(
      'DATABASE_OWNER_URL must be of the same database as DATABASE_URL.',
    )
  })

  test('are not compared if PostgreSQL does not say to a role which database it is', async () => {
    await sql`revoke execute on function pg_control_system() from public`.execute(db)
    await expect(check(scratch.url)).resolves.toBeUndefined()
    await sql`grant execute on function pg_control_system() to public`.execute(db)
  })

  test('are named if they do not work', async () => {
    await expect(check(scratch.url, 'wrong')).rejects.toThrow(
      'Cannot connect to the PostgreSQL of DATABASE_URL (',
    )
    const databaseOwnerUrl = Object.assign(new URL(scratch.url), { password: 'wrong' }).href
    await expect(checkConnections({ databaseUrl: scratch.url, databaseOwnerUrl })).rejects.toThrow(
      'Cannot connect to the PostgreSQL of DATABASE_OWNER_URL (',
    )
  })

  test('are accepted if the owner still has to grant the other role the connection', async () => {
    await sql`revoke connect on database ${sql.id(scratch.name)} from public`.execute(db)
    await expect(check(scratch.url)).resolves.toBeUndefined()
  })
})
