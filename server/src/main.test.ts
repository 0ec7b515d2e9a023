import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { scratchDatabase } from '../testing/database.ts'
import { scratchFolder } from '../testing/folder.ts'
import { postmasterPid, type ServerProcess, serverProcess } from '../testing/process.ts'
import { createScratch } from '../testing/scratch.ts'
import { accountFor, canEnter } from './database/embedded/account.ts'
import { isAlive } from './database/embedded/postmaster.ts'

// a first start writes a thousand files to the disk, and a busy machine takes its time
vi.setConfig({ testTimeout: 120_000 })

const root = process.getuid?.() === 0
let folder: string
let dataDir: string
const begun: ServerProcess[] = []

beforeAll(async () => {
  folder = await scratchFolder('main')
  dataDir = join(folder, 'data')
})

afterAll(async () => {
  for (const { child } of begun) child.kill('SIGKILL')
  for (const name of ['data', 'race', 'private/data', 'others/data']) {
    const pid = await postmasterPid(join(folder, name)).catch(() => undefined)
    if (pid && isAlive(pid)) process.kill(pid, 'SIGKILL')
  }
  await rm(folder, { recursive: true })
})

async function launch(where = dataDir, env: NodeJS.ProcessEnv = {}, account = {}) {
  const server = await serverProcess(where, env, account)
  begun.push(server)
  return server
}

async function started(where?: string, env?: NodeJS.ProcessEnv, account?: object) {
  const server = await launch(where, env, account)
  await server.ready()
  return server
}

/** Ctrl-C, and what it leaves: the exit code. */
function interrupted(server: ServerProcess) {
  server.child.kill('SIGINT')
  return server.ended
}

function killed(server: ServerProcess) {
  server.child.kill('SIGKILL')
  return server.ended
}

async function isReady(server: ServerProcess) {
  const answer = await fetch(`${server.url}/health/ready`).catch(() => undefined)
  return answer?.status === 200
}

// one server lives through these, in this order
describe('the server', () => {
  let server: ServerProcess

  test('starts on nothing, and says how to open it, how to sign in, where the data is, how to stop', async () => {
    server = await started()
    expect(await isReady(server)).toBe(true)
    expect(server.said()).toContain(`http://localhost:${new URL(server.url).port}`)
    expect(server.said()).toMatch(/Sign in +admin@mandap\.example/)
    expect(server.said()).toMatch(/Password +namaste-mandap/)
    expect(server.said()).toContain(join(dataDir, 'postgres'))
    expect(server.said()).toContain(join(dataDir, 'outbox'))
    expect(server.said()).toContain('Ctrl-C')
  })

  test('keeps the password of PostgreSQL from everybody else', async () => {
    expect((await stat(join(dataDir, 'postgres/access.json'))).mode & 0o077).toBe(0)
  })

  test('serves as a role that cannot change the audit log', async () => {
    const serving = `select distinct usename as role from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    const roles = async () => {
      await isReady(server)
      return query(serving)
    }
    await expect.poll(roles).toEqual([{ role: 'mandap_server' }])
    const rights = ['insert', 'update', 'delete', 'truncate'].map(
      (right) => `has_table_privilege('mandap_server', 'activity', '${right}') as "${right}"`,
    )
    expect(await query(`select ${rights.join(', ')}`)).toEqual([
      { insert: false, update: false, delete: false, truncate: false },
    ])
  })

  test('has its data folder alone: a second server says which process has it, and ends', async () => {
    const second = await launch()
    expect(await second.ended).toBe(1)
    expect(second.said()).toContain(`already runs on this data folder: process ${server.child.pid}`)
    expect(second.said()).toContain(`http://localhost:${new URL(server.url).port}`)
    expect(await isReady(server)).toBe(true)
  })

  test('brings PostgreSQL back when it dies', async () => {
    const pid = await postmasterPid(dataDir)
    process.kill(pid, 'SIGKILL')
    const now = () => postmasterPid(dataDir).catch(() => pid)
    await expect.poll(now, { timeout: 15_000 }).not.toBe(pid)
    await expect.poll(() => isReady(server), { timeout: 15_000 }).toBe(true)
  })

  test('adopts after kill -9 the PostgreSQL that still runs, with its data', async () => {
    const pid = await postmasterPid(dataDir)
    await query('create table kept as select 42 as answer')
    await killed(server)
    expect(isAlive(pid)).toBe(true)
    server = await started()
    expect(await postmasterPid(dataDir)).toBe(pid)
    expect(await query('select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('recovers what was committed when both were killed', async () => {
    await query('create table late as select 7 as answer')
    process.kill(await postmasterPid(dataDir), 'SIGKILL')
    await killed(server)
    server = await started()
    expect(await query('select answer from late')).toEqual([{ answer: 7 }])
  })

  test('leaves no process after Ctrl-C, within five seconds', async () => {
    const pid = await postmasterPid(dataDir)
    const since = performance.now()
    expect(await interrupted(server)).toBe(0)
    expect(performance.now() - since).toBeLessThan(5000)
    expect(isAlive(pid)).toBe(false)
  })

  test('is not misled by a postmaster.pid whose process id went to another program', async () => {
    const file = join(dataDir, 'postgres/postmaster.pid')
    await writeFile(file, `${process.pid}\n${dataDir}\n1\n1\n\n127.0.0.1\n1 1\nready\n`)
    server = await started()
    expect(await postmasterPid(dataDir)).not.toBe(process.pid)
    expect(await interrupted(server)).toBe(0)
  })
})

test('of two first starts at once one serves, and the other says so', async () => {
  const where = join(folder, 'race')
  const both = await Promise.all([launch(where), launch(where)])
  const won = both.map((one) => one.ready().then(() => one))
  const winner = await Promise.any(won)
  const loser = both.find((one) => one !== winner)
  expect(await loser?.ended).toBe(1)
  expect(loser?.said()).toContain(`already runs on this data folder: process ${winner.child.pid}`)
  expect(await interrupted(winner)).toBe(0)
  await Promise.allSettled(won)
})

test('with DATABASE_URL there is no PostgreSQL of our own, and servers stand side by side', async () => {
  const scratch = await createScratch(inject('postgresUrl'))
  const where = join(folder, 'unused')
  const both = await Promise.all([1, 2].map(() => started(where, { DATABASE_URL: scratch.url })))
  expect(await Promise.all(both.map(isReady))).toEqual([true, true])
  expect(both[0]?.said()).toContain(new URL(scratch.url).pathname)
  expect(both[0]?.said()).not.toContain(new URL(scratch.url).password)
  expect(await Promise.all(both.map(interrupted))).toEqual([0, 0])
  expect(existsSync(join(where, 'postgres'))).toBe(false)
  await scratch.drop()
})

test('with DATABASE_OWNER_URL it serves as a role that cannot change the audit log', async () => {
  const scratch = await createScratch(inject('postgresUrl'))
  const owner = new Client(scratch.url)
  await owner.connect()
  const role = `serving_${Date.now()}`
  await owner.query(`create role ${role} login password 'jasmine'`)
  const { href } = Object.assign(new URL(scratch.url), { username: role, password: 'jasmine' })
  const env = { DATABASE_URL: href, DATABASE_OWNER_URL: scratch.url, DEMO_DATA: 'none' }
  const server = await started(join(folder, 'unused'), env)
  expect(await isReady(server)).toBe(true)
  const connected = 'select distinct usename as role from pg_stat_activity where datname = $1'
  const roles = async () =>
    (await owner.query(connected, [scratch.name])).rows.map((row) => row.role)
  await expect.poll(roles).toContain(role)
  expect(await interrupted(server)).toBe(0)

  const serving = new Client(href)
  await serving.connect()
  await serving.query('select count(*) from activity')
  await serving.query('update partner set version = version where false')
  for (const change of ['update activity set reason = null', 'delete from activity'])
    await expect(serving.query(change)).rejects.toThrow('permission denied')
  await serving.end()
  await owner.query(`drop owned by ${role}`)
  await owner.query(`drop role ${role}`)
  await owner.end()
  await scratch.drop()
})

describe('a start is refused, with a sentence that names the setting,', () => {
  test('where another program has the port; PostgreSQL is stopped again', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const PORT = String(typeof address === 'object' ? address?.port : address)
    const server = await launch(dataDir, { PORT })
    expect(await server.ended).toBe(1)
    expect(server.said()).toContain(`Another program listens on 127.0.0.1:${PORT}. Set PORT`)
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
    other.close()
  })

  test('where the PostgreSQL of DATABASE_URL does not let us in', async () => {
    const server = await launch(dataDir, { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/b' })
    expect(await server.ended).toBe(1)
    expect(server.said()).toMatch(/The PostgreSQL of DATABASE_URL does not let us in \(.*REFUSED/)
    expect(server.said()).not.toContain('secret')
  })

  test('where a newer release brought the database up to date, and this one cannot run on it', async () => {
    const scratch = await scratchDatabase()
    await scratch.db
      .insertInto('schema_migration')
      .values({ name: '9999_later.sql', applied_at: new Date(), oldest_release: '12.3.4' })
      .execute()
    const server = await launch(dataDir, { DATABASE_URL: scratch.url })
    expect(await server.ended).toBe(1)
    expect(server.said()).toContain('This database needs Mandap 12.3.4 or later')
    expect(server.said()).not.toContain('    at ')
    await scratch.drop()
  })

  test('beyond loopback with the demonstration password', async () => {
    const server = await launch(join(folder, 'never'), { HOST: '0.0.0.0' })
    expect(await server.ended).toBe(1)
    expect(server.said()).toContain('ADMIN_PASSWORD must be set')
    expect(existsSync(join(folder, 'never'))).toBe(false)
  })

  test('beyond loopback while an earlier administrator still has it', async () => {
    const env = {
      HOST: '0.0.0.0',
      ADMIN_EMAIL: 'asha@example.com',
      ADMIN_PASSWORD: 'of-her-own-choice',
    }
    const server = await launch(dataDir, env)
    expect(await server.ended).toBe(1)
    expect(server.said()).toContain('admin@mandap.example still signs in with the demonstration')
  })

  test('where settings are wrong, all of them at once', async () => {
    const server = await launch(dataDir, { PORT: 'http', DEMO_DATA: 'some' })
    expect(await server.ended).toBe(1)
    expect(server.said()).toContain('PORT must be')
    expect(server.said()).toContain('DEMO_DATA must be')
  })
})

describe('npm start', () => {
  test.runIf(root)('as root stores the database where PostgreSQL’s account can enter', async () => {
    const hidden = join(folder, 'private')
    await mkdir(hidden, { mode: 0o700 })
    const server = await started(join(hidden, 'data'))
    const place = await readlink(join(hidden, 'data/postgres'))
    expect(place).toMatch(/^\/var\/lib\/mandap\//)
    expect(server.said()).toContain(place)
    await interrupted(server)
    await rm(dirname(place), { recursive: true })
  })

  // an ordinary user is needed who may read this clone, as there is none under /root
  const other = root ? accountFor('/') : undefined
  const reads = other && canEnter(import.meta.filename.replace(/[^/]+$/, ''), other)
  test.runIf(other && reads)(
    'as an ordinary user stores the database in a folder of their own',
    async () => {
      const own = join(folder, 'others')
      await mkdir(own, { mode: 0o700 })
      await chown(own, other?.uid ?? 0, other?.gid ?? 0)
      const server = await started(join(own, 'data'), {}, other)
      expect(await isReady(server)).toBe(true)
      expect(await interrupted(server)).toBe(0)
    },
  )
})

async function query(text: string) {
  const access = JSON.parse(await readFile(join(dataDir, 'postgres/access.json'), 'utf8'))
  const client = new Client({ host: '127.0.0.1', user: 'mandap', database: 'mandap', ...access })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}
