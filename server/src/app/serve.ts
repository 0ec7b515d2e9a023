import { setTimeout as pause } from 'node:timers/promises'
import { PASSWORD_PROBLEMS } from '@mandap/domain/session/password.ts'
import { BOOKING } from '../booking/kind.ts'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { connect, type Database } from '../database/connection.ts'
import { migrate } from '../database/migrate.ts'
import { EncryptionKeys, KeyUnavailable, prepareKeys } from '../database/encryption-keys.ts'
import { grantServing, openServerRole } from '../database/server-role.ts'
import { openReplica } from '../database/replica.ts'
import { connectServing } from '../database/serving.ts'
import { maskStoredNames } from '../document/mask-names.ts'
import type { App } from '../http/app.ts'
import { mailTransport } from '../mail/transport.ts'
import { DELETED_PARTNER, PARTNER } from '../partner/kind.ts'
import { forgetAadhaar } from '../records/forget-aadhaar.ts'
import { reindexRecords } from '../records/reindex.ts'
import { separateStoredValues } from '../records/separate-stored.ts'
import {
  addFirstAdministrator,
  findAdministrator,
  hasAdministrators,
} from '../session/administrator.ts'
import { newPasswordProblem } from '../session/new-password.ts'
import { refuseDemonstrationPassword } from '../session/demonstration.ts'
import { smsTransport } from '../sms/transport.ts'
import { say, step } from '../terminal/terminal.ts'
import { keepUserGroups } from '../user/group.ts'
import { USER } from '../user/kind.ts'
import { buildApp } from './app.ts'
import { Drain } from './drain.ts'

interface Startup {
  config: Config
  /** The address of the database. */
  url: string
  /** Resolves when the console is built. */
  consoleBuilt: Promise<unknown>
  /** Receives what has to be closed at the end, the last one first. */
  onClose: (close: () => Promise<unknown>) => void
}

/**
 * Prepares the database and listens. Returns whether this server can decrypt the stored data, and whether an
 * administrator has the e-mail of `ADMIN_EMAIL`.
 */
export async function serve({
  config,
  url,
  consoleBuilt,
  onClose,
}: Startup): Promise<{ hasKey: boolean; isAdministrator: boolean }> {
  const ownerUrl = config.databaseOwnerUrl ?? url
  const keys = new EncryptionKeys(config)
  const owner = connect(ownerUrl, 10, { keys })
  const { hasKey, isMasked } = await prepare(owner, config, ownerUrl)
  const isAdministrator = (await findAdministrator(owner, config.adminEmail)) !== undefined
  const serving = await servingUrl(owner, config, ownerUrl)
  await owner.destroy()
  const db = connectServing(serving, { isDirect: config.databaseUrl === undefined, keys })
  onClose(() => Promise.race([db.destroy(), pause(2000)]))
  const { databaseReadUrl } = config
  const replica = databaseReadUrl ? openReplica(databaseReadUrl, { primary: db, keys }) : undefined
  onClose(() => Promise.race([replica?.close(), pause(2000)]))

  const sayIndented = (line: string) => say(`  ${line}`)
  const mail = mailTransport(config, sayIndented)
  await consoleBuilt
  const drain = new Drain()
  const app = await buildApp({
    drain,
    db,
    config,
    mail,
    sms: smsTransport(config, sayIndented),
    isMasked,
    listenUrl: config.databaseDirectUrl ?? serving,
    replica,
  })
  onClose(() => closeApp(app, drain, config))
  await app.listen({ host: config.host, port: config.port })
  return { hasKey, isAdministrator }
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

/** Adds the administrator of the settings if there is none. A later change of the settings adds nobody. */
async function addAdministratorOfSettings(owner: Database, config: Config): Promise<void> {
  const { adminEmail: email, adminPassword: password, breachedPasswords } = config
  // the setting may be an old password of an administrator who is there
  if (await hasAdministrators(owner)) return
  const problem = await newPasswordProblem(password, email, breachedPasswords)
  if (problem)
    throw new ConfigError([`ADMIN_PASSWORD cannot be used. ${PASSWORD_PROBLEMS[problem]}`])
  await addFirstAdministrator(owner, { email, password })
}

/**
 * Migrates the database, and adds its keys, the first administrator and the demonstration data. Returns whether its
 * keys can be read, and whether all records are masked. Masking records of an earlier release needs the keys.
 */
async function prepare(
  owner: Database,
  config: Config,
  url: string,
): Promise<{ hasKey: boolean; isMasked: boolean }> {
  const prepared = await step('Bringing the database up to date', async () => {
    await migrate(owner)
    const hasKey = await prepareKeys(owner)
    const isMasked = await withoutKeyError(() => separateStoredValues(owner))
    await withoutKeyError(() => forgetAadhaar(owner))
    await maskStoredNames(owner)
    // records that are not masked are computed again at the next start
    if (isMasked) await reindexRecords(owner, [BOOKING, PARTNER, DELETED_PARTNER, USER])
    // otherwise the first reader would wait for the notes of a migration
    await keepUserGroups(owner)
    return { hasKey, isMasked }
  })
  if (config.identity === 'embedded') {
    await addAdministratorOfSettings(owner, config)
  }
  await refuseDemonstrationPassword(owner, config)
  if (config.demoData === 'full') await addDemo(owner, url)
  return prepared
}

/** Adds demonstration data to an empty database. Its generator is not part of a server with `DEMO_DATA=none`. */
async function addDemo(owner: Database, url: string): Promise<void> {
  const { fillDemo, inIndia, isDemoDue } = await import('../../demo/fill.ts').catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'ERR_MODULE_NOT_FOUND'
        ? new ConfigError(['DEMO_DATA must be none: this image has no demonstration data.'])
        : error
    },
  )
  if (!(await isDemoDue(owner))) return
  await step('Adding demonstration data', (note) =>
    fillDemo({ db: owner, url }, inIndia(), undefined, note),
  )
}

/** Does work at the start. Returns false if it needs a key that this server does not have. */
async function withoutKeyError(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof KeyUnavailable) return false
    throw error
  }
}

/**
 * Stops being ready, accepts connections until the load balancer has noticed, and then lets open requests finish within
 * the time limit.
 */
async function closeApp(
  app: App,
  drain: Drain,
  { drainDelaySeconds, drainSeconds }: Pick<Config, 'drainDelaySeconds' | 'drainSeconds'>,
) {
  const { isWatched } = drain
  drain.begin()
  if (isWatched) await pause(drainDelaySeconds * 1000)
  const cut = setTimeout(() => app.server.closeAllConnections(), drainSeconds * 1000)
  // otherwise a connection would stay open for a next request
  const idle = setInterval(() => app.server.closeIdleConnections(), 100)
  await app.close()
  clearTimeout(cut)
  clearInterval(idle)
}
