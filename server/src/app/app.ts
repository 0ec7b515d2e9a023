import { join } from 'node:path'
import formbody from '@fastify/formbody'
import { registerAuditLines } from '../audit/log-lines.ts'
import { registerAudit } from '../audit/routes.ts'
import { registerBookings } from '../booking/routes.ts'
import type { Config } from '../config/config.ts'
import { scannerOf } from '../config/scan-problems.ts'
import { consoleConfiguration, registerConfiguration } from '../console/configuration.ts'
import { CONSOLE_FOLDER } from '../console/policy.ts'
import { registerStatic } from '../console/static.ts'
import type { AvailabilityChange } from '../database/availability.ts'
import type { Database } from '../database/connection.ts'
import { KeyUnavailable } from '../database/encryption-keys.ts'
import type { App } from '../http/app.ts'
import { registerCompression } from '../http/compression.ts'
import { onAvailabilityChange, onMaintenanceFailure } from '../database/serving.ts'
import { disclosureLimits } from '../disclosure/limit.ts'
import { sendDueSummaries } from '../disclosure/summary.ts'
import { registerAccounts } from './accounts.ts'
import { registerDocs } from './docs.ts'
import { registerStoredEncryption } from '../document/encrypt-stored.ts'
import { registerDocuments } from '../document/routes.ts'
import { documentStore } from '../document-store/configured-store.ts'
import { encryptedStore } from '../document-store/encrypted-store.ts'
import { registerErrors } from '../http/errors.ts'
import type { Replica } from '../database/replica.ts'
import { registerExports } from '../export/routes.ts'
import { newExportSlots } from '../export/slots.ts'
import { Drain, registerDrain } from './drain.ts'
import { registerHealth } from './health-routes.ts'
import { newServer } from './new-server.ts'
import { workingParts } from './readiness.ts'
import { registerRetention } from './retention.ts'
import { scheduleCleanup, taskFailures } from '../http/schedule-cleanup.ts'
import { limitOpenLists } from '../http/open-lists.ts'
import { type LiveTimes, registerLive } from '../live/routes.ts'
import { registerMetrics } from '../metrics/routes.ts'
import { countMails, newWorkload } from '../metrics/workload.ts'
import { markRestorable } from '../partner/restorable.ts'
import { registerPartners } from '../partner/routes.ts'
import { registerTempPartners } from '../partner/temp-partner-routes.ts'
import { registerErasures } from '../person/erasure-routes.ts'
import { registerPersonExports } from '../person/export-routes.ts'
import { registerQueryHeader } from '../http/query-header.ts'
import { registerUntrustedProxy } from '../http/untrusted-proxy.ts'
import { registerRequestCheck } from '../http/request-check.ts'
import { defaultErasureLog } from '../erasure-list/erasure-list.ts'
import { registerSearch } from '../search/routes.ts'
import { limitCalls } from '../session/call-limit.ts'
import { makeRoutesPublic, type SessionDependencies } from '../session/guard.ts'
import { registerSession } from '../session/routes.ts'
import { type SigningKeys, signingKeys } from '../session/signing-key.ts'
import type { SendMail } from '../mail/mail.ts'
import { CLIENT_LIMITS, type ClientLimits } from '../http/slow-clients.ts'
import { registerSummary } from '../summary/routes.ts'
import type { SmsTransport } from '../sms/sms.ts'
import { smsTransport } from '../sms/transport.ts'
import { registerTotals } from '../totals/routes.ts'
import { registerUsers } from '../user/routes.ts'
import { deleteOldIdempotencyKeys } from '../http/write-route.ts'

export interface Dependencies {
  db: Database
  config: Config
  mail: SendMail
  /** The address of Google's keys, which only tests change. */
  jwksUrl?: string
  /** Sends OTPs, instead of the service that `config` names. */
  sms?: SmsTransport
  now?: () => Date
  /** Whether all personal numbers in stored records are masked. If not, calls on records are refused. */
  isMasked?: boolean
  /** The folder of the built console. */
  consoleFolder?: string
  clientLimits?: ClientLimits
  /** The address for LISTEN. Without it, changes are read every second. */
  listenUrl?: string
  liveTimes?: Partial<LiveTimes>
  /** Answers reads of lists, searches, counts and exports. */
  replica?: Replica | undefined
  /** Makes this server not ready before it stops. */
  drain?: Drain
}

/** Builds the whole server, which does not listen yet. `app.close()` finishes open requests and ends it. */
export async function buildApp(dependencies: Dependencies): Promise<App> {
  const { db, config, now = () => new Date(), consoleFolder = CONSOLE_FOLDER } = dependencies
  const { isMasked = true } = dependencies
  const { sms = smsTransport(config, () => {}), clientLimits = CLIENT_LIMITS } = dependencies
  const { listenUrl, liveTimes, replica, jwksUrl } = dependencies
  const { drain = new Drain() } = dependencies
  const { publicUrl, superAdminNumbers: numbers } = config
  const requiresFactor = config.secondFactor === 'required'
  const workload = newWorkload()
  const mail = countMails(dependencies.mail, workload)
  const app = newServer(config, consoleFolder, clientLimits)
  registerUntrustedProxy(app)
  registerDrain(app, drain)
  await app.register(formbody)
  registerErrors(app)
  if (!isMasked) refuseRecords(app)
  registerQueryHeader(app)
  registerRequestCheck(app)
  onAvailabilityChange(db, (change) => logAvailability(app, change))
  onMaintenanceFailure(db, (error) =>
    app.log.warn(
      { err: error },
      'Counts could not be brought up to date. A later read tries again.',
    ),
  )
  replica?.onAvailabilityChange((change) => logReplica(app, change))
  const { callsPerMinute: calls, changesPerMinute: changes } = config
  const callLimit = limitCalls({ calls, changes }, now)
  // one cache, so that no part of the server knows a key that another does not
  const keys = signingKeys(db, now)
  const accepts = { identity: identityOf(config, keys, jwksUrl), requiresFactor, callLimit }
  registerSession(app, { db, replica, ...accepts, now })
  registerCompression(app)
  registerAccounts(app, { db, keys, config, mail, sms, callLimit, workload, now })
  const openList = limitOpenLists()
  registerBookings(app, { db, openList })
  registerUsers(app, { openList })
  const plainStore = documentStore(config)
  const store = encryptedStore(plainStore, db)
  const limits = disclosureLimits(config)
  registerPartners(app, { db, now, openList, limits })
  registerTempPartners(app, { db })
  const incoming = join(config.dataDir, 'documents/incoming')
  registerStoredEncryption(app, { db, store, folder: incoming })
  await registerDocuments(app, {
    db,
    store,
    incoming,
    fetching: join(config.dataDir, 'documents/fetching'),
    uploadKey: config.uploadApiKey,
    scanner: scannerOf(config),
    publicUrl,
    hasViewer: (config.officeViewer ?? config.pdfViewer) !== undefined,
    now,
    limits,
  })
  const erasureLog = config.erasureLog ?? defaultErasureLog(config.dataDir)
  registerRetention(app, { db, documents: store, erasureLog, retention: config, now })
  scheduleCleanup(app, 'disclosureSummaries', () =>
    sendDueSummaries({ db, mail, numbers, limits, log: app.log }, now()),
  )
  registerSearch(app)
  registerSummary(app, { db })
  registerTotals(app)
  registerAudit(app, markRestorable)
  registerAuditLines(app, db)
  registerLive(app, {
    db,
    listenUrl,
    // the token of a hosted sign-in says it, not a row here
    requiresFactor: requiresFactor && config.identity === 'embedded',
    now,
    workload,
    times: liveTimes,
  })
  const exports = newExportSlots()
  registerExports(app, { db, replica, now, openList, slots: exports.lists })
  registerPersonExports(app, { db, store, mail, numbers, slots: exports.persons, now })
  registerErasures(app, { db, store, mail, numbers, erasureLog, now })
  scheduleCleanup(app, 'idempotencyKeys', () => deleteOldIdempotencyKeys(db))
  const parts = { db, store: plainStore, drain }
  await registerMetrics(app, config, {
    db,
    replica,
    workload,
    exports,
    taskFailures: taskFailures(app),
    readParts: () => workingParts(parts),
  })
  await app.register(async (open) => {
    makeRoutesPublic(open)
    await registerDocs(open)
    registerHealth(open, { ...parts, metricsToken: config.metricsToken })
    registerConfiguration(open, config)
    await registerStatic(open, consoleFolder, consoleConfiguration(config))
  })
  return app
}

/**
 * Refuses each call that needs a session, because records have unmasked personal numbers that this server cannot
 * encrypt.
 */
function refuseRecords(app: App) {
  app.addHook('onRequest', async (request) => {
    if (request.is404 || request.routeOptions.config.public) return
    throw new KeyUnavailable(new Error('Records of an earlier release are not encrypted yet.'))
  })
}

/** Logs one line when the database is lost and one when it is back. Calls between them log nothing. */
function logAvailability({ log }: App, change: AvailabilityChange) {
  if (change.is === 'lost')
    log.error({ reason: change.reason }, 'The database is lost. Calls answer 503 until it is back.')
  else log.warn({ seconds: Math.ceil(change.afterMs / 1000) }, 'The database is back.')
}

/** The same for the replica, whose reads the primary answers until it is back. */
function logReplica({ log }: App, change: AvailabilityChange) {
  if (change.is === 'lost')
    log.error(
      { reason: change.reason },
      'The replica is lost. The primary answers until it is back.',
    )
  else log.warn({ seconds: Math.ceil(change.afterMs / 1000) }, 'The replica is back.')
}

function identityOf(
  { identity, publicUrl, firebaseProjectId = '' }: Config,
  keys: SigningKeys,
  jwksUrl: string | undefined,
): SessionDependencies['identity'] {
  return identity === 'firebase'
    ? { kind: 'firebase', projectId: firebaseProjectId, ...(jwksUrl && { jwksUrl }) }
    : { kind: 'embedded', publicUrl, keys }
}
