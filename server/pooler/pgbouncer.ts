import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { accountFor } from '../src/database/embedded/account.ts'
import { freeServerPort } from '../testing/port.ts'
import { scratchFolder } from '../testing/folder.ts'
import { removeAtExit } from '../testing/remove-at-exit.ts'

/**
 * Starts PgBouncer in transaction mode on a free loopback port, before all databases of a PostgreSQL. It looks up the
 * passwords of roles in PostgreSQL, with the role of `url`.
 */
export async function startPgBouncer(url: string): Promise<{
  url: string
  stop: () => Promise<void>
}> {
  const folder = await scratchFolder('pgbouncer')
  const keep = removeAtExit(folder)
  const { hostname, port: serverPort, username, password } = new URL(url)
  const port = await freeServerPort()
  const file = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  await writeFile(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`)
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} auth_user=${decodeURIComponent(username)}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 10
server_idle_timeout = 10
server_login_retry = 1
log_connections = 0
log_disconnections = 0
`,
  )
  // PgBouncer does not run as root either
  const account = accountFor(folder)
  if (account) for (const each of [folder, file, users]) await chown(each, account.uid, account.gid)
  const child = spawn('pgbouncer', [file], { stdio: ['ignore', 'ignore', 'pipe'], ...account })
  const stopAtExit = () => child.kill('SIGTERM')
  process.on('exit', stopAtExit)
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const pooled = Object.assign(new URL(url), { hostname: '127.0.0.1', port }).href
  await Promise.race([answering(pooled), failed(child, () => said)])
  return {
    url: pooled,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
      process.off('exit', stopAtExit)
      keep()
      await rm(folder, { recursive: true })
    },
  }
}

async function answering(url: string): Promise<void> {
  for (;;) {
    const client = new Client({ connectionString: url })
    client.on('error', () => {})
    const isThere = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (isThere) return
    await pause(50)
  }
}

async function failed(child: ChildProcess, said: () => string): Promise<never> {
  const [reason] = (await Promise.race([once(child, 'error'), once(child, 'close')])) as [unknown]
  throw new Error(`PgBouncer does not run (${String(reason)}). Install it.\n${said()}`)
}
