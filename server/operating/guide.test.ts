import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { startProxy } from '../rolling-restart/proxy.ts'
import { scratchFolder } from '../testing/folder.ts'
import { listen } from '../testing/listen.ts'
import { mailServer } from '../testing/mail-server.ts'
import { guideBlock, guideBlocks } from '../testing/operating-guide.ts'
import { readConfig } from '../src/config/config.ts'
import { WEB_API_KEY } from '../src/identity/identity-toolkit.ts'
import { freeServerPort } from '../testing/port.ts'
import { guideCommands, NOT_RUN, runnableCommands } from './commands.ts'

// the commands start PostgreSQL five times, which takes minutes on a busy machine
vi.setConfig({ testTimeout: 480_000 })

const ROOT = join(import.meta.dirname, '../..')
const BACKUP = '/backups/2026-11-24.backup'
const ADDRESS_OF_DATABASE = /postgres:\/\/mandap_(\w+):…@db\.example\/mandap\?[\w=-]+/g

let folder: string
let mail: Awaited<ReturnType<typeof mailServer>>
let target: Awaited<ReturnType<typeof createDatabase>>
let ports: string[]
/** The commands that this test has run, as the guide has them. */
const done: string[] = []

beforeAll(async () => {
  folder = await scratchFolder('guide')
  mail = await mailServer()
  target = await createDatabase(inject('postgresUrl'))
  ports = [String(await freeServerPort()), String(await freeServerPort())]
  await mkdir(join(folder, 'backups'))
})
afterAll(async () => {
  mail.close()
  await target.drop()
  await rm(folder, { recursive: true })
})

/** Creates the roles and the database of the guide on a PostgreSQL server, under names of this test. */
async function createDatabase(serverUrl: string) {
  const name = `guide_${randomUUID().replaceAll('-', '')}`
  const password = 'marigold'
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  const block = await guideBlock('sql', 'create database')
  for (const statement of block.trim().split('\n'))
    await client.query(statement.replaceAll('mandap', name).replaceAll('…', password))
  return {
    urlOf(role: string): string {
      const login = { username: `${name}_${role}`, password, pathname: `/${name}` }
      return Object.assign(new URL(serverUrl), login).href
    },
    async drop() {
      await client.query(`drop database ${name} with (force)`)
      await client.query(`drop role ${name}_owner, ${name}_server`)
      await client.end()
    },
  }
}

/** Returns a text of the guide with folders, ports and services of this test. */
function here(text: string): string {
  const [own = '', drill = ''] = ports
  return (
    text
      .replaceAll(
        /\/etc\/mandap|\/var\/lib\/mandap|\/backups|\/tmp\/drill/g,
        (path) => folder + path,
      )
      .replaceAll('/path/of/the/copy', `${folder}/etc/mandap/encryption.key`)
      .replaceAll('/srv/mandap', ROOT)
      .replaceAll('smtps://user:password@mail.example', `smtp://127.0.0.1:${mail.port}`)
      .replaceAll('https://office.example', `http://localhost:${own}`)
      .replaceAll(ADDRESS_OF_DATABASE, (_, role: string) => target.urlOf(role))
      .replaceAll('-o root -g mandap', '')
      .replaceAll('chown mandap', 'chown "$(id -u)"')
      .replaceAll(':4000', `:${own}`)
      .replaceAll('PORT=4100', `PORT=${drill}`)
      .replaceAll(' FILE', ` ${folder}${BACKUP}`)
      .replaceAll('cp erasures.jsonl', `cp ${folder}/var/lib/mandap/erasures.jsonl`)
      // without building the console
      .replaceAll('npm start', 'exec node server/src/main.ts')
      // runs the same script, and starts in less time
      .replaceAll('npm run ', 'node --run ')
  )
}

/** Loads the settings of the installation, once they exist. */
let loadSettings = ''

/** Starts a shell with a command of the guide. */
function shell(command: string) {
  done.push(command)
  return spawn('bash', ['-euc', here(`${loadSettings}\n${command}`)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      NO_COLOR: '1',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      BACKUP_PASSPHRASE_FILE: join(folder, 'etc/mandap/passphrase'),
      PORT: ports[0],
      // the test checks the readiness, but no balancer does
      DRAIN_DELAY_SECONDS: '0',
    },
  })
}

/** Runs a command of the guide, and returns what it printed. Rejects if it fails. */
async function execute(command: string): Promise<string> {
  const child = shell(command)
  let said = ''
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${command} ended with ${code}.\n${said}`)
  return said
}

/** Runs the commands of the block that contains a text. `started` runs while a server does that one of them starts. */
async function follow(containing: string, started = async () => {}): Promise<string> {
  let said = ''
  for (const command of await runnableCommands(containing))
    if (command.endsWith('npm start')) await whileServing(command, started)
    else said += await execute(command)
  return said
}

async function whileServing(command: string, work: () => Promise<void>) {
  const server = shell(command)
  const ended = once(server, 'exit')
  let said = ''
  server.stdout.resume()
  server.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  try {
    await expect.poll(() => said, { timeout: 120_000 }).toContain('Mandap is ready')
    await work()
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

/** Signs the first administrator in to the server of the drill, and returns the status. */
async function signIn(): Promise<number> {
  const password = await readFile(join(folder, 'etc/mandap/admin-password'), 'utf8')
  const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword'
  const { status } = await fetch(`http://127.0.0.1:${ports[1]}${path}?key=${WEB_API_KEY}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'you@office.example', password: password.trim() }),
  })
  return status
}

test('the commands of docs/operating.md work, from the installation to a database of one’s own', async () => {
  await mkdir(join(folder, 'var/lib/mandap'), { recursive: true })
  await follow('/etc/mandap/metrics-token')
  await follow('> /etc/mandap/passphrase')
  const { mode } = await stat(join(folder, 'etc/mandap/passphrase'))
  expect(mode & 0o777).toBe(0o600)
  const settings = here(await guideBlock('sh', 'SMTP_URL_FILE='))
  await writeFile(join(folder, 'etc/mandap/mandap.env'), settings)
  loadSettings = (await runnableCommands('npm run doctor'))[1] ?? ''

  await follow('npm start', async () => {
    await follow('npm run admin -- invite')
    expect(mail.received).toContain('MAIL FROM:<no-reply@office.example>')
    expect(mail.received).toContain('RCPT TO:<dev@office.example>')
    const parts = JSON.parse(/\{.*\}/.exec(await follow('/health/ready'))?.[0] ?? '') as object
    expect(parts).toMatchObject({ parts: { database: 'ok', encryptionKey: 'ok' } })
    await follow('npm run keys -- wrap')
    await rename(join(folder, 'etc/mandap/next.key'), join(folder, 'etc/mandap/encryption.key'))
    expect(await execute('npm run doctor')).toContain('The key file has the key of this database.')
    for (const command of await runnableCommands('npm run restore -- /backups'))
      if (/^npm run backup|--verify$/.test(command)) await execute(command)
    await follow('npm run audit -- verify')
  })
  const settingsOfServer = loadSettings
  // each command runs in a shell of its own, and the drill has no setting of the server
  loadSettings = (await runnableCommands('/tmp/drill'))[0] ?? ''
  await follow('/tmp/drill', async () => {
    expect(await signIn()).toBe(200)
  })
  loadSettings = settingsOfServer
  expect(await follow('npm run move')).toContain('Set DATABASE_URL and DATABASE_OWNER_URL for')
})

test('each command of docs/operating.md was run above, or has a reason why not', async () => {
  const commands = await guideCommands()
  const ran = new Set(done.map(plain))
  const left = commands.filter(
    (command) => !ran.has(plain(command)) && !NOT_RUN.some(([pattern]) => pattern.test(command)),
  )
  expect(left).toEqual([])
  const unused = NOT_RUN.filter(([pattern]) => !commands.some((command) => pattern.test(command)))
  expect(unused).toEqual([])
})

test('each example of settings with a mail server has a sender, without which mails are from a domain that nobody has', async () => {
  const blocks = await guideBlocks('sh')
  const examples = blocks.filter((block) => /^SMTP_URL(?:_FILE)?=/m.test(block))
  expect(examples).toHaveLength(2)
  for (const example of examples) expect(example).toMatch(/^MAIL_FROM=\S+@office\.example$/m)
})

test('the server accepts the addresses of the database in docs/operating.md', async () => {
  const settings = (await guideBlocks('sh')).flatMap((block) => [
    ...block.matchAll(/\b(DATABASE_\w*URL)=(?:'([^']*)'|(\S+))/g),
  ])
  expect(settings.length).toBeGreaterThanOrEqual(4)
  const databaseUrl = 'postgres://mandap_server:…@db.example/mandap?sslmode=verify-full'
  for (const [, name = '', quoted, bare] of settings) {
    const env = { DATABASE_URL: databaseUrl, [name]: quoted ?? bare }
    expect(() => readConfig(env)).not.toThrow()
  }
})

/** Returns the command without its settings and the name of its file. */
function plain(command: string): string {
  return command.replace(/^(?:[A-Z_]+=\S+ )+/, '').replace(/\/backups\/\S+/, 'FILE')
}

const isInstalled = (program: string) => spawnSync(program, ['version']).error === undefined

/** Lets a program check a configuration, and returns what it says against it. */
async function problemsOf(program: string, args: readonly string[], configuration: string) {
  const file = join(folder, `${program}.txt`)
  await writeFile(file, configuration)
  const env = { ...process.env, HOME: folder }
  const { status, stderr } = spawnSync(program, [...args, file], { encoding: 'utf8', env })
  return status === 0 ? '' : stderr
}

describe('the configurations of docs/operating.md', () => {
  test.skipIf(!isInstalled('haproxy'))(
    'tell a server that a client closed its stream',
    async () => {
      let ended = false
      const server = await listen((request, response) => {
        if (request.url !== '/events') return response.end()
        response.write(':\n\n')
        return response.once('close', () => (ended = true))
      })
      const port = await freeServerPort()
      const proxy = await startProxy(folder, port, [server.port])
      try {
        const leaving = new AbortController()
        await fetch(`http://127.0.0.1:${port}/events`, { signal: leaving.signal })
        leaving.abort()
        await expect.poll(() => ended).toBe(true)
      } finally {
        await proxy.stop()
        await server.close()
      }
    },
  )

  test.skipIf(!isInstalled('haproxy'))(
    'forward the address of a client after those that it claims',
    async () => {
      let forwarded: unknown
      const server = await listen((request, response) => {
        forwarded = request.headers['x-forwarded-for']
        response.end()
      })
      const port = await freeServerPort()
      const proxy = await startProxy(folder, port, [server.port])
      try {
        const claimed = { 'x-forwarded-for': '203.0.113.9' }
        await fetch(`http://127.0.0.1:${port}/`, { headers: claimed })
        expect(forwarded).toBe('203.0.113.9, 127.0.0.1')
      } finally {
        await proxy.stop()
        await server.close()
      }
    },
  )

  test('let HAProxy append the address of the client, whatever the client claims', async () => {
    const block = await guideBlock('haproxy', 'frontend mandap')
    expect(block).toMatch(/^ {2}option forwardfor$/m)
  })

  test.skipIf(!isInstalled('haproxy'))('are accepted by HAProxy', async () => {
    const [servers = '', ...databases] = await guideBlocks('haproxy')
    for (const configuration of [servers, databases.join('\n')])
      expect(await problemsOf('haproxy', ['-c', '-f'], configuration)).toBe('')
  })

  test.skipIf(!isInstalled('caddy'))('are accepted by Caddy', async () => {
    const args = ['adapt', '--adapter', 'caddyfile', '--config']
    const caddyfile = await guideBlock('caddyfile', 'office.example')
    expect(await problemsOf('caddy', args, caddyfile)).toBe('')
  })

  test.skipIf(!isInstalled('promtool'))('are accepted by Prometheus', async () => {
    const args = ['check', 'config', '--syntax-only']
    const configuration = await guideBlock('yaml', 'scrape_configs')
    expect(await problemsOf('promtool', args, configuration)).toBe('')
  })
})
