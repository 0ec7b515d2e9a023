import multipart from '@fastify/multipart'
import { documentAddress } from '@mandap/domain/verification/document-address.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../http/route.ts'
import type { Database } from '../database/connection.ts'
import { isStorableText } from '../database/storable-text.ts'
import { notFound, HttpError } from '../http/http-error.ts'
import { attachDocument } from './attach.ts'
import { sendContent } from './content.ts'
import { documentLink, linkState } from './link.ts'
import { deleteOldUploads } from '../document-store/receive.ts'
import type { DocumentStore } from '../document-store/store.ts'
import { requireApiKey, withUpload } from './upload.ts'

interface Dependencies {
  db: Database
  store: DocumentStore
  /** The folder in which uploads are received, on the same disk as a store on disk. */
  incoming: string
  /** The key of the marketplace's applications. Without it, uploads are disabled. */
  uploadKey: string | undefined
  /** The public origin of this server. */
  publicUrl: string
  now?: () => Date
}

/** The name of the applications in the audit log. */
const UPLOADER = 'the marketplace’s application'

const NOT_FOUND = 'There is no document with this id.'

/** Registers the calls of partners' documents. */
export async function registerDocuments(
  app: FastifyInstance,
  dependencies: Dependencies,
): Promise<void> {
  const { db, store, incoming, uploadKey, publicUrl, now = () => new Date() } = dependencies
  // in its own scope, because no other call accepts multipart bodies
  await app.register(async (scope) => {
    await scope.register(multipart)
    registerRoute(scope, 'POST /documents', async (request, reply) => {
      requireApiKey(request, uploadKey)
      return withUpload(request, incoming, async (document) => {
        const id = await attachDocument(db, store, document, UPLOADER)
        const { type, name, file } = document
        reply.code(201)
        return { data: { id, url: documentAddress(id), type, name, size: file.size } }
      })
    })
  })

  registerRoute(app, 'GET /documents/{id}/link', async ({ params }) => {
    const document = await findDocument(db, params.id)
    if (!document) throw notFound(NOT_FOUND)
    const { type, name, size } = document
    const { url, expiresAt } = await documentLink(db, document, now())
    return {
      data: {
        url,
        publicUrl: publicUrl + url,
        type,
        name,
        size,
        expiresAt: expiresAt.toISOString(),
      },
    }
  })

  registerRoute(
    app,
    'GET /documents/{id}/content/{name}',
    async ({ params, query, headers }, reply) => {
      const state = await linkState(db, { ...params, ...query }, now())
      if (state === 'forged') throw new HttpError(403, 'LINK_INVALID', 'This link is not valid.')
      if (state === 'expired')
        throw new HttpError(410, 'LINK_EXPIRED', 'This link has expired. Open the document again.')
      const document = await findDocument(db, params.id)
      if (!document) throw notFound(NOT_FOUND)
      return sendContent(reply, store, document, headers.range)
    },
  )

  app.addHook('onReady', () => deleteOldUploads(incoming, now()))
}

async function findDocument(db: Database, id: string) {
  if (!isStorableText(id)) return undefined
  return db
    .selectFrom('document')
    .select(['id', 'name', 'type', 'size', 'specimen'])
    .where('id', '=', id)
    .executeTakeFirst()
}
