import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, lstat, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
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
import { startEmbedded } from './database/embedded.ts'

// a first start writes a thousand files, which takes long on a busy machine
vi.setConfig({ testTimeout: 120_000 })

const root = process.getuid?.() === 0
// an ordinary user who can read this clone; there is none if the clone is under /root
const someone = root ? accountFor('/') : undefined
const reads = someone && canEnter(import.meta.filename.replace(/[^/]+$/, ''), someone)
const user = reads ? someone : undefined

let folder: string
let dataDir: string
/** The folder of PostgreSQL. */
let postgres = ''
const begun: ServerProcess[] = []

beforeAll(async () => {
  folder = await scratchFolder('main')
  await mkdir(join(folder, 'private'), { mode: 0o700 })
  dataDir = join(folder, 'private/data')
})

afterAll(async () => {
  for (const { child } of begun) child.kill('SIGKILL')
  for (const name of ['private/data', 'others/data']) {
    const pid = await postmasterPid(join(folder, name)).catch(() => undefined)
    if (pid && isAlive(pid)) process.kill(pid, 'SIGKILL')
  }
  if (root && postgres) await rm(dirname(postgres), { recursive: true })
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

/** Long enough for a busy machine to start PostgreSQL. */
const BUSY = { timeout: 90_000 }

/** Sends Ctrl-C and returns the exit code. */
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

// the tests share one server, in this order
describe('the server', () => {
  let server: ServerProcess
  /** The time that the last start took. */
  let startMs: number

  test('starts without data, and prints the address, the sign-in, the folders of the data and how to stop', async () => {
    server = await started()
    postgres = await realpath(join(dataDir, 'postgres'))
    expect(await isReady(server)).toBe(true)
    expect(server.said()).toContain(`http://localhost:${new URL(server.url).port}`)
    expect(server.said()).toMatch(/Sign in +admin@mandap\.example/)
    expect(server.said()).toMatch(/Password +namaste-mandap/)
    expect(server.said()).toContain(postgres)
    expect(server.said()).toContain(join(dataDir, 'outbox'))
    expect(server.said()).toContain(join(dataDir, 'encryption.key'))
    expect(server.said()).toContain('Ctrl-C')
  })

  test.runIf(root)(
    'as root, stores the database in a folder that PostgreSQL’s account can enter',
    () => expect(postgres).toMatch(/^\/var\/lib\/mandap\//),
  )

  test('stores the password of PostgreSQL in a file that only its owner can read', async () => {
    expect((await stat(join(dataDir, 'postgres/access.json'))).mode & 0o077).toBe(0)
  })

  test('uses a role that cannot change the audit log', async () => {
    const serving = `select distinct usename as role from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    const roles = async () => {
      await isReady(server)
      return query(serving)
    }
    await expect.poll(roles, BUSY).toEqual([{ role: 'mandap_server' }])
    const rights = ['insert', 'update', 'delete', 'truncate'].map(
      (right) => `has_table_privilege('mandap_server', 'activity', '${right}') as "${right}"`,
    )
    expect(await query(`select ${rights.join(', ')}`)).toEqual([
      { insert: false, update: false, delete: false, truncate: false },
    ])
  })

  test('locks its data folder: a second server names the process that uses it, and ends', async () => {
    const second = await launch()
    expect(await second.ended).toBe(1)
    expect(second.said()).toContain(`already runs on this data folder: process ${server.child.pid}`)
    expect(second.said()).toContain(`http://localhost:${new URL(server.url).port}`)
    expect(await isReady(server)).toBe(true)
  })

  test('restarts PostgreSQL when it dies', async () => {
    const pid = await postmasterPid(dataDir)
    process.kill(pid, 'SIGKILL')
    const now = () => postmasterPid(dataDir).catch(() => pid)
    await expect.poll(now, BUSY).not.toBe(pid)
    await expect.poll(() => isReady(server), BUSY).toBe(true)
  })

  test('adopts the PostgreSQL that still runs after kill -9, with its data', async () => {
    const pid = await postmasterPid(dataDir)
    await query('create table kept as select 42 as answer')
    await query(`insert into document (id, partner_id, kind, name, type, size, sha256, created_by)
      values ('earlier', 'p', 'aadharUrl', '234567890124.png', 'image/png', 1, '', 'test')`)
    await killed(server)
    expect(isAlive(pid)).toBe(true)
    server = await started()
    expect(await postmasterPid(dataDir)).toBe(pid)
    expect(await query('select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('has masked the number in the name of a document that was stored before it started', async () => {
    expect(await query(`select name from document where id = 'earlier'`)).toEqual([
      { name: 'XXXX XXXX 0124.png' },
    ])
  })

  test('recovers committed data after both processes were killed', async () => {
    await query('create table late as select 7 as answer')
    process.kill(await postmasterPid(dataDir), 'SIGKILL')
    await killed(server)
    const since = performance.now()
    server = await started()
    startMs = performance.now() - since
    expect(await query('select answer from late')).toEqual([{ answer: 7 }])
  })

  test('ends all of its processes within five seconds of Ctrl-C', async () => {
    const pid = await postmasterPid(dataDir)
    const since = performance.now()
    expect(await interrupted(server)).toBe(0)
    // a machine that is so busy that a start takes longer
    expect(performance.now() - since).toBeLessThan(Math.max(5000, startMs))
    expect(isAlive(pid)).toBe(false)
  })

  test('ignores a postmaster.pid whose process id now belongs to another program', async () => {
    const file = join(dataDir, 'postgres/postmaster.pid')
    await writeFile(file, `${process.pid}\n${dataDir}\n1\n1\n\n127.0.0.1\n1 1\nready\n`)
    const again = await startEmbedded(dataDir)
    expect(await postmasterPid(dataDir)).not.toBe(process.pid)
    await again.stop()
  })
})

test('if two servers of an ordinary user start at once on a new folder, one serves and the other reports that the folder is in use', async () => {
  const own = join(folder, 'others')
  await mkdir(own, { mode: root && !user ? 0o711 : 0o700 })
  if (user) await chown(own, user.uid, user.gid)
  const where = join(own, 'data')
  const both = await Promise.all([launch(where, {}, user), launch(where, {}, user)])
  const won = both.map((one) => one.ready().then(() => one))
  const winner = await Promise.any(won)
  const loser = both.find((one) => one !== winner)
  expect(await loser?.ended).toBe(1)
  expect(loser?.said()).toContain(`already runs on this data folder: process ${winner.child.pid}`)
  expect((await lstat(join(where, 'postgres'))).isDirectory()).toBe(true)
  expect(await interrupted(winner)).toBe(0)
  await Promise.allSettled(won)
})

describe('with DATABASE_URL', () => {
  const role = `serving_${Date.now()}`
  let scratch: Awaited<ReturnType<typeof createScratch>>
  let owner: Client
  let servingUrl: string
  let both: ServerProcess[]

  beforeAll(async () => {
    scratch = await createScratch(inject('postgresUrl'), inject('postgresTemplate'))
    owner = new Client(scratch.url)
    await owner.connect()
    await owner.query(`create role ${role} login password 'jasmine'`)
    const login = { username: role, password: 'jasmine' }
    servingUrl = Object.assign(new URL(scratch.url), login).href
    // with different first administrators
    const settings = [
      { DATABASE_URL: scratch.url, ADMIN_EMAIL: 'asha@office.example' },
      {
        DATABASE_URL: servingUrl,
        DATABASE_OWNER_URL: scratch.url,
        ADMIN_EMAIL: 'ravi@office.example',
      },
    ]
    both = await Promise.all(settings.map((env) => started(join(folder, 'unused'), env)))
  })
  afterAll(async () => {
    await owner.query(`drop owned by ${role}`)
    await owner.query(`drop role ${role}`)
    await owner.end()
    await scratch.drop()
  })

  test('and DATABASE_OWNER_URL, the server uses a role that cannot change the audit log', async () => {
    const connected = 'select distinct usename as role from pg_stat_activity where datname = $1'
    const roles = async () =>
      (await owner.query(connected, [scratch.name])).rows.map((row) => row.role)
    await expect.poll(roles, BUSY).toContain(role)
    const serving = new Client(servingUrl)
    await serving.connect()
    await serving.query('select count(*) from activity')
    await serving.query('update partner set version = version where false')
    for (const change of ['update activity set reason = null', 'delete from activity'])
      await expect(serving.query(change)).rejects.toThrow('permission denied')
    await serving.end()
  })

  test('no embedded PostgreSQL is created, and several servers share the database', async () => {
    expect(await Promise.all(both.map(isReady))).toEqual([true, true])
    expect(both[0]?.said()).toContain(new URL(scratch.url).pathname)
    expect(both[0]?.said()).not.toContain(new URL(scratch.url).password)
    expect(await Promise.all(both.map(interrupted))).toEqual([0, 0])
    expect(existsSync(join(folder, 'unused/postgres'))).toBe(false)
    expect((await owner.query('select email from administrator')).rows).toHaveLength(1)
  })
})

describe('a start that fails', () => {
  test.each(['PORT', 'METRICS_PORT'])(
    'names %s if another program listens on it, and stops PostgreSQL again',
    async (variable) => {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const address = other.address()
      const port = String(typeof address === 'object' ? address?.port : address)
      const server = await launch(dataDir, { [variable]: port })
      expect(await server.ended).toBe(1)
      expect(server.said()).toContain(
        `Another program listens on 127.0.0.1:${port}. Set ${variable}`,
      )
      expect(server.said()).not.toContain('Bringing the database up to date')
      expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
      other.close()
    },
  )

  test('names DATABASE_URL if it cannot connect to that PostgreSQL', async () => {
    const server = await launch(dataDir, { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/b' })
    expect(await server.ended).toBe(1)
    expect(server.said()).toMatch(/Cannot connect to the PostgreSQL of DATABASE_URL \(.*REFUSED/)
    expect(server.said()).not.toContain('secret')
  })

  test('names the release that a database migrated by a newer release needs', async () => {
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

  test('names ADMIN_PASSWORD if others can reach the server and it is the demonstration password', async () => {
    const server = await launch(join(folder, 'never'), { HOST: '0.0.0.0' })
    expect(await server.ended).toBe(1)
    expect(server.said()).toContain('ADMIN_PASSWORD must be set')
    expect(existsSync(join(folder, 'never'))).toBe(false)
  })

  test('names ADMIN_PASSWORD if the first administrator may not use it', async () => {
    const scratch = await scratchDatabase()
    const env = { DATABASE_URL: scratch.url, ADMIN_PASSWORD: 'qwertyqwerty' }
    const server = await launch(dataDir, env)
    expect(await server.ended).toBe(1)
    expect(server.said()).toContain(
      'ADMIN_PASSWORD cannot be used. This password is on a list of common passwords.',
    )
    await scratch.drop()
  })

  test('names an administrator who still has the demonstration password, if others can reach the server', async () => {
    const env = {
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://office.example',
      ALLOW_UNENCRYPTED: 'proxy',
      ADMIN_EMAIL: 'asha@example.com',
      ADMIN_PASSWORD: 'of-her-own-choice',
    }
    const server = await launch(dataDir, env)
    expect(await server.ended).toBe(1)
    expect(server.said()).toContain('admin@mandap.example still signs in with the demonstration')
  })
})

async function query(text: string) {
  const access = JSON.parse(await readFile(join(dataDir, 'postgres/access.json'), 'utf8'))
  const client = new Client({ host: '127.0.0.1', user: 'mandap', database: 'mandap', ...access })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}
