import type { IncomingHttpHeaders } from 'node:http'
import multipart from '@fastify/multipart'
import { APPLICATION } from '@mandap/domain/audit/actor.ts'
import { documentAddress } from '@mandap/domain/verification/document-address.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { registerRoute } from '../http/route.ts'
import type { Database } from '../database/connection.ts'
import { HttpError } from '../http/http-error.ts'
import { scheduleCleanup } from '../http/schedule-cleanup.ts'
import { LIMITS, type Limits } from '../config/attempt-limits.ts'
import { attachDocument } from './attach.ts'
import { sendContent } from './content.ts'
import { documentCookie, documentCookieIn } from './cookie.ts'
import { existingDocument } from './find.ts'
import { refuseInfected } from './infected.ts'
import {
  cookieValue,
  linkEnd,
  type LinkState,
  linkState,
  readCookieValue,
  signedLink,
} from './link.ts'
import { checkOpening, deleteOldOpenings, recordOpening } from './opening.ts'
import { deleteOldUploads } from '../document-store/receive.ts'
import type { EncryptedStore } from '../document-store/encrypted-store.ts'
import { keysOf } from '../database/encryption-keys.ts'
import { requireApiKey, withUpload } from './upload.ts'

interface Dependencies {
  db: Database
  store: EncryptedStore
  /** The folder in which uploads are received, on the same disk as a store on disk. */
  incoming: string
  /** The folder in which an import receives the documents that it copies. */
  fetching: string
  /** The key of the marketplace's applications. Without it, uploads are disabled. */
  uploadKey: string | undefined
  /** The address of the virus scanner. Without it, documents are not scanned. */
  scanner: string | undefined
  /** The public origin of this server. */
  publicUrl: string
  /** Whether an external viewer of the settings may fetch documents. */
  hasViewer: boolean
  now?: () => Date
  limits?: Limits
}

/** Registers the calls of partners' documents. */
export async function registerDocuments(
  app: FastifyInstance,
  dependencies: Dependencies,
): Promise<void> {
  const {
    db,
    store,
    incoming,
    fetching,
    uploadKey,
    scanner,
    publicUrl,
    hasViewer,
    now = () => new Date(),
    limits = LIMITS,
  } = dependencies
  const isSecure = publicUrl.startsWith('https:')
  await registerUpload(app, { db, store, incoming, uploadKey, scanner })

  registerRoute(app, 'GET /documents/{id}/link', async (request, reply) => {
    const document = await existingDocument(db, request.params.id)
    // the browser does not show why a link fails
    if (document.stored_sha256) await keysOf(db).current(db)
    await checkOpening(db, limits, document.id, request, now())
    const { type, name, size } = document
    const expires = linkEnd(now())
    const scope = { session: request.administrator.sessionId, expires }
    const seconds = Math.ceil(expires - now().getTime() / 1000)
    reply.header('set-cookie', documentCookie(await cookieValue(db, scope), seconds, isSecure))
    return {
      data: {
        url: `/documents/${document.id}/content?expires=${expires}`,
        ...(hasViewer && { publicUrl: publicUrl + (await signedLink(db, document, scope)) }),
        type,
        name,
        size,
        expiresAt: new Date(expires * 1000).toISOString(),
      },
    }
  })

  registerRoute(app, 'GET /documents/{id}/content', async ({ params, headers }, reply) => {
    const session = await sessionOfCookie(db, headers, isSecure, now())
    return sendOpened(reply, { id: params.id, session, range: headers.range })
  })

  registerRoute(
    app,
    'GET /documents/{id}/content/{name}',
    async ({ params, query, headers }, reply) => {
      refuseLink(await linkState(db, { ...params, ...query }, now()))
      return sendOpened(reply, { id: params.id, session: query.session, range: headers.range })
    },
  )

  /** Sends a document to a session that has a link, and records that it was opened. */
  async function sendOpened(
    reply: FastifyReply,
    { id, session, range }: { id: string; session: string; range: string | undefined },
  ) {
    const document = await existingDocument(db, id)
    const owner = await ownerOf(db, session)
    if (!owner || owner.role === 'viewer') throw invalidLink()
    // without the key nothing is opened
    if (document.stored_sha256) await keysOf(db).current(db)
    const check = (trx: Database) => existingDocument(trx, id, { locks: true })
    await recordOpening(db, limits, document, owner, check, now())
    return sendContent(reply, store, document, range)
  }

  const deleteInterrupted = async () => {
    for (const folder of [incoming, fetching]) await deleteOldUploads(folder, now())
  }
  app.addHook('onReady', deleteInterrupted)
  // a process that is killed starts again before its files are old enough
  scheduleCleanup(app, 'interruptedUploads', deleteInterrupted)
  scheduleCleanup(app, 'openings', () => deleteOldOpenings(db, now()))
}

/** Registers the upload in a scope of its own, because no other call accepts multipart bodies. */
async function registerUpload(
  app: FastifyInstance,
  {
    db,
    store,
    incoming,
    uploadKey,
    scanner,
  }: Pick<Dependencies, 'db' | 'store' | 'incoming' | 'uploadKey' | 'scanner'>,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart)
    registerRoute(scope, 'POST /documents', async (request, reply) => {
      requireApiKey(request, uploadKey)
      return withUpload(request, incoming, async (document) => {
        await refuseInfected(db, scanner, document, APPLICATION)
        const id = await attachDocument(db, store, document, APPLICATION)
        const { type, name, file } = document
        reply.code(201)
        return { data: { id, url: documentAddress(id), type, name, size: file.size } }
      })
    })
  })
}

/** Returns the session whose cookie a request has. Throws an `HttpError` if the cookie is not valid, or another site asks. */
async function sessionOfCookie(
  db: Database,
  headers: IncomingHttpHeaders,
  isSecure: boolean,
  now: Date,
): Promise<string> {
  // browsers send a cookie for each page of this host, and say which page asks
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw invalidLink()
  const cookie = documentCookieIn(headers.cookie, isSecure)
  if (cookie === undefined) throw expiredLink()
  const { session, state } = await readCookieValue(db, cookie, now)
  refuseLink(state)
  return session
}

/** Throws an `HttpError` unless the link or cookie is good. */
function refuseLink(state: LinkState): void {
  if (state === 'forged') throw invalidLink()
  if (state === 'expired') throw expiredLink()
}

function invalidLink(): HttpError {
  return new HttpError(403, 'LINK_INVALID', 'This link is not valid.')
}

function expiredLink(): HttpError {
  return new HttpError(410, 'LINK_EXPIRED', 'This link has expired. Open the document again.')
}

/** Returns the session that made a link, and its administrator. Returns undefined if the session has ended. */
function ownerOf(db: Database, sessionId: string) {
  return db
    .selectFrom('session')
    .innerJoin('administrator', 'administrator.id', 'session.administrator_id')
    .select([
      'session.id as sessionId',
      'administrator.id as administratorId',
      'email as by',
      'role',
    ])
    .where('session.id', '=', sessionId)
    .where('session.ended_at', 'is', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}
