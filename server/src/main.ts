import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fillDemo, inIndia, isDemoDue } from '../demo/fill.ts'
import { BOOKING } from './booking/kind.ts'
import { PARTNER } from './partner/kind.ts'
import { USER } from './user/kind.ts'
import { buildApp } from './app/app.ts'
import type { App } from './http/app.ts'
import { type Config, readConfig } from './config/config.ts'
import { connect, type Database, checkConnection } from './database/connection.ts'
import { listenOnce } from './database/embedded/port.ts'
import { startEmbedded } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'
import { grantServing, openServerRole } from './database/server-role.ts'
import { connectServing } from './database/serving.ts'
import { reindexRecords } from './records/reindex.ts'
import { ensureAdministrator } from './session/administrator.ts'
import { refuseDemonstrationPassword } from './session/demonstration.ts'
import { outboxMail, smtpMail } from './mail/mail.ts'
import { explainStartupError } from './terminal/startup-error.ts'
import { smsTransport } from './sms/transport.ts'
import { paint, say, step } from './terminal/terminal.ts'
import { keepUserGroups } from './user/group.ts'
import { startupBanner } from './terminal/startup-banner.ts'

// closed at the end, the last one first
const closing: (() => Promise<unknown>)[] = []
let ending: Promise<void> | undefined
let interruptedAt: number | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)

await start().catch(fail)

async function start() {
  const started = performance.now()
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  // reports a port that is in use before the long steps
  await listenOnce(config.port, config.host)

  const ownerUrl = config.databaseOwnerUrl ?? database.url
  const owner = connect(ownerUrl)
  await prepare(owner, config, ownerUrl)
  const url = await servingUrl(owner, config, ownerUrl)
  await owner.destroy()
  const db = connectServing(url, { isDirect: config.databaseUrl === undefined })
  closing.push(() => Promise.race([db.destroy(), pause(2000)]))

  const sayIndented = (line: string) => say(`  ${line}`)
  const mail = config.smtpUrl
    ? smtpMail(config.smtpUrl, config.mailFrom)
    : outboxMail(join(config.dataDir, 'outbox'), config.mailFrom, sayIndented)
  const app = await buildApp({ db, config, mail, sms: smsTransport(config, sayIndented) })
  closing.push(() => closeApp(app, config.drainSeconds))
  await app.listen({ host: config.host, port: config.port })
  say(startupBanner(config, database.location, started))
}

/**
 * Returns the address with the serving role: one that cannot change the audit log, if the owner is another
 * role.
 */
async function servingUrl(owner: Database, config: Config, ownerUrl: string): Promise<string> {
  const { databaseUrl, databaseOwnerUrl } = config
  if (databaseUrl === undefined) return openServerRole(owner, ownerUrl)
  if (databaseOwnerUrl !== undefined)
    await grantServing(owner, decodeURIComponent(new URL(databaseUrl).username))
  return databaseUrl
}

/** Migrates the database, and adds the first administrator and the demonstration data. */
async function prepare(owner: Database, config: Config, url: string) {
  await step('Bringing the database up to date', async () => {
    await migrate(owner)
    await reindexRecords(owner, [BOOKING, PARTNER, USER])
    // otherwise the first reader would wait for the notes of a migration
    await keepUserGroups(owner)
  })
  if (config.identity === 'embedded') {
    const { adminEmail: email, adminPassword: password } = config
    await ensureAdministrator(owner, { email, password })
  }
  await refuseDemonstrationPassword(owner, config)
  if (config.demoData === 'full' && (await isDemoDue(owner))) {
    const target = { db: owner, url }
    await step('Adding demonstration data', (note) => fillDemo(target, inIndia(), undefined, note))
  }
}

/** Opens the database of `DATABASE_URL`, or the embedded one. */
async function openDatabase(config: Config): Promise<{ url: string; location: string }> {
  if (config.databaseUrl) {
    const url = config.databaseUrl
    const { host, pathname } = new URL(url)
    // the owner first, because the owner may have to grant access to the other role
    await step('Reaching PostgreSQL', () => checkConnection(config.databaseOwnerUrl ?? url))
    return { url, location: `${host}${pathname}` }
  }
  const postgres = await step('Starting PostgreSQL', () =>
    startEmbedded(config.dataDir, { label: config.publicUrl, onLost: fail }),
  )
  closing.push(() => step('Stopping PostgreSQL', () => postgres.stop()))
  return { url: postgres.url, location: postgres.folder }
}

/** Accepts no new connection, and lets open requests finish within the time limit. */
async function closeApp(app: App, drainSeconds: number) {
  const cut = setTimeout(() => app.server.closeAllConnections(), drainSeconds * 1000)
  // otherwise a connection would stay open for a next request
  const idle = setInterval(() => app.server.closeIdleConnections(), 100)
  await app.close()
  clearTimeout(cut)
  clearInterval(idle)
}

// one Ctrl-C may arrive twice, from the terminal and through npm; a later one ends the process at once
function interrupt() {
  const now = performance.now()
  if (interruptedAt !== undefined && now - interruptedAt > 500) process.exit(1)
  interruptedAt ??= now
  end(0)
}

function fail(error: unknown) {
  // an error while everything is being closed is caused by the closing
  if (ending) return
  const problem = explainStartupError(error).replaceAll('\n', '\n  ')
  say(`\n  ${paint('red', 'Mandap cannot continue.')}\n\n  ${problem}\n`)
  end(1)
}

function end(code: number) {
  ending ??= closeAll().finally(() => process.exit(code))
}

async function closeAll() {
  for (const close of closing.toReversed()) {
    await close().catch((error: unknown) => say(`  ${explainStartupError(error)}`))
  }
}
