import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { scratchFolder } from '../../../testing/folder.ts'
import { postmasterPid } from '../../../testing/process.ts'
import { type EmbeddedPostgres, startEmbedded } from '../embedded.ts'
import { isAlive } from './postmaster.ts'

vi.setConfig({ testTimeout: 60_000 })

const LOCK = `hashtext('mandap.server')`

let folder: string
let postgres: EmbeddedPostgres
const waiting: Error[] = []
const lost: Error[] = []

beforeAll(async () => {
  folder = await scratchFolder('recover')
  postgres = await startEmbedded(folder, {
    settings: { fsync: 'off' },
    onWaiting: (error) => waiting.push(error),
    onLost: (error) => lost.push(error),
  })
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true })
})

async function connected(): Promise<Client> {
  const client = new Client({
    connectionString: Object.assign(new URL(postgres.url), { pathname: '/postgres' }).href,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Returns the process ids of the sessions that hold the lock of the data folder, or of those that wait for it. */
async function holders(client: Client, isHeld = true): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted = $1`,
    [isHeld],
  )
  return rows.map(({ pid }) => pid)
}

test('locks the data folder again after a command that took the lock in the meantime', async () => {
  const [command, other] = [await connected(), await connected()]
  const taken = command.query(`select pg_advisory_lock(${LOCK})`)
  // otherwise the server could lock the folder again before the command asks
  await expect.poll(() => holders(other, false)).toHaveLength(1)
  const [own] = await holders(other)
  await other.query('select pg_terminate_backend($1)', [own])
  await taken
  await expect.poll(() => waiting.length).toBe(1)
  expect(waiting[0]?.message).toContain('already runs on this data folder')
  await command.end()
  await expect.poll(() => holders(other)).toHaveLength(1)
  await other.end()
  expect(lost).toEqual([])
})

test('restarts PostgreSQL once it can be started again', async () => {
  waiting.length = 0
  const cluster = join(folder, 'postgres')
  const pid = await postmasterPid(folder)
  await rename(join(cluster, 'global'), join(cluster, 'global.away'))
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => waiting.length, { timeout: 30_000 }).toBe(1)
  await rename(join(cluster, 'global.away'), join(cluster, 'global'))
  const locks = () =>
    connected().then(
      async (client) => {
        const pids = await holders(client)
        await client.end()
        return pids
      },
      () => [],
    )
  await expect.poll(locks, { timeout: 30_000 }).toHaveLength(1)
  expect(lost).toEqual([])
})

// the last test, because it stops PostgreSQL
test('a stop while PostgreSQL is being restarted leaves none running', async () => {
  const pid = await postmasterPid(folder)
  process.kill(pid, 'SIGKILL')
  let next = 0
  const isRestarting = async () => {
    // the file is missing or empty for a moment
    next = await postmasterPid(folder).catch(() => 0)
    return next > 0 && next !== pid
  }
  await expect.poll(isRestarting, { timeout: 30_000, interval: 5 }).toBe(true)
  await postgres.stop()
  expect(isAlive(next)).toBe(false)
})
