import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { accountFor } from '../src/database/embedded/account.ts'
import { freeServerPort } from '../testing/port.ts'
import { certificateCommands, haproxyConfiguration, patroniConfiguration } from './configuration.ts'
import type { Node } from './node.ts'
import { type Program, startProgram } from './program.ts'

interface Member {
  name: string
  role: string
  state: string
  timeline?: number
}

export interface Cluster {
  /** The address of the database, through HAProxy. */
  url: string
  /** The same for the replicas. */
  readUrl: string
  nodes: readonly Node[]
  /** Resolves to the primary when all nodes run, and one of the others is synchronous. */
  whole(): Promise<Node>
  /** Ends the PostgreSQL of a node, or all of its processes, with SIGKILL. */
  kill(node: Node, what: 'PostgreSQL' | 'node'): Promise<void>
  /** Starts the Patroni of a node that was killed. */
  start(node: Node): Promise<void>
  /** Resolves when another node than this one accepts writes. */
  promoted(except: Node): Promise<Node>
  stop(): Promise<void>
}

const NODES = 3
const MAX_WAIT_MS = 180_000

/**
 * Starts PostgreSQL under Patroni on three nodes of the loopback address, with etcd and HAProxy, in `folder`. One replica is
 * synchronous. Needs openssl, and Debian's patroni, etcd-server, haproxy and postgresql.
 */
export async function startCluster(folder: string): Promise<Cluster> {
  const account = accountFor(folder)
  const password = randomBytes(16).toString('hex')
  const running = new Map<string, Program>()
  const own = async (path: string) => account && chown(path, account.uid, account.gid)
  const run = (name: string, command: string, args: readonly string[]) => {
    const program = startProgram(command, args, { folder, account })
    running.set(name, program)
    return program
  }
  await own(folder)

  const [etcdPort, peerPort] = [await freeServerPort(), await freeServerPort()]
  const [port, readPort] = [await freeServerPort(), await freeServerPort()]
  const etcdUrl = `http://127.0.0.1:${etcdPort}`
  const peerUrl = `http://127.0.0.1:${peerPort}`
  run('etcd', 'etcd', [
    '--name=etcd',
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=${etcdUrl}`,
    `--advertise-client-urls=${etcdUrl}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=etcd=${peerUrl}`,
  ])
  const nodes: Node[] = []
  for (let index = 0; index < NODES; index++) {
    const name = `node${index}`
    const node = {
      name,
      port: await freeServerPort(),
      apiPort: await freeServerPort(),
      dataDir: '',
    }
    nodes.push({ ...node, dataDir: join(folder, name, 'data') })
    await mkdir(join(folder, name))
    await own(join(folder, name))
  }
  await promisify(execFile)('sh', ['-euc', await certificateCommands(nodes)], {
    cwd: folder,
    ...account,
  })
  const start = async (node: Node) => {
    const file = join(folder, `${node.name}.yml`)
    await writeFile(file, await patroniConfiguration(node, { folder, etcdPort, password }))
    await own(file)
    run(node.name, 'patroni', [file])
  }
  const tls = `sslmode=verify-full&sslrootcert=${join(folder, 'ca.crt')}`
  const address = (at: number) => `postgres://postgres:${password}@localhost:${at}/postgres?${tls}`

  async function whole(): Promise<Node> {
    return waitFor('all nodes to run', async () => {
      for (const { apiPort } of nodes) {
        const members = await membersAt(apiPort)
        const isWhole =
          members.length === NODES &&
          members.every(({ state }) => state === 'running' || state === 'streaming') &&
          new Set(members.map(({ timeline }) => timeline)).size === 1 &&
          members.some(({ role }) => role === 'sync_standby')
        const leader = members.find(({ role }) => role === 'leader')
        if (isWhole) return nodes.find(({ name }) => name === leader?.name)
      }
      return undefined
    })
  }

  async function stop() {
    for (const name of ['haproxy', ...nodes.map((node) => node.name), 'etcd'])
      await running.get(name)?.stop()
  }

  try {
    for (const node of nodes) await start(node)
    await whole()
    const file = join(folder, 'haproxy.cfg')
    await writeFile(file, await haproxyConfiguration({ port, readPort }, nodes))
    run('haproxy', 'haproxy', ['-db', '-f', file])
    await waitFor('HAProxy', async () => ((await isPrimary(address(port))) ? true : undefined))
  } catch (error) {
    await stop()
    const said = [...running].map(([name, program]) => `${name}: ${program.said()}`)
    throw new Error(`The cluster does not start.\n${said.join('\n')}`, { cause: error })
  }

  return {
    url: address(port),
    readUrl: address(readPort),
    nodes,
    whole,
    start,
    stop,
    async kill(node, what) {
      // Patroni would start PostgreSQL again
      if (what === 'node') await running.get(node.name)?.kill()
      const pid = Number(
        (await readFile(join(node.dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0],
      )
      process.kill(pid, 'SIGKILL')
    },
    promoted: (except) =>
      waitFor('a promotion', async () => {
        for (const node of nodes)
          if (node.name !== except.name && (await isPrimary(address(node.port)))) return node
        return undefined
      }),
  }
}

async function membersAt(apiPort: number): Promise<Member[]> {
  const answer = await fetch(`http://127.0.0.1:${apiPort}/cluster`).catch(() => null)
  if (!answer?.ok) return []
  return ((await answer.json()) as { members: Member[] }).members
}

async function isPrimary(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ is: boolean }>('select not pg_is_in_recovery() as is')
    return rows[0]?.is ?? false
  } catch {
    return false
  } finally {
    client.end().catch(() => {})
  }
}

async function waitFor<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  for (const end = performance.now() + MAX_WAIT_MS; performance.now() < end; await pause(50)) {
    const found = await find()
    if (found !== undefined) return found
  }
  throw new Error(`Waiting for ${what} took longer than ${MAX_WAIT_MS / 1000} s.`)
}
