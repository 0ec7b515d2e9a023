import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/connection.ts'
import type { DocumentStore } from '../document-store/store.ts'
import { removeDocuments } from '../document/remove.ts'
import { scheduleCleanup } from '../http/schedule-cleanup.ts'
import { purgeDeletedPartners } from '../partner/delete.ts'
import { exportErasures } from '../retention/erasure-list.ts'

interface Dependencies {
  db: Database
  documents: Pick<DocumentStore, 'remove'>
  /** The file of the list of destructions. */
  erasureLog: string
  now: () => Date
}

/** Destroys each hour what is kept no longer, and copies the list of destructions to its file, also after the start. */
export function registerRetention(
  app: FastifyInstance,
  { db, documents, erasureLog, now }: Dependencies,
): void {
  const copyList = () => exportErasures(db, erasureLog)
  app.addHook('onListen', async () => {
    copyList().catch((error: unknown) =>
      app.log.warn(
        { err: error },
        'The list of destructions is not in its file yet (ERASURE_LOG). It is tried again in an hour.',
      ),
    )
  })
  scheduleCleanup(app, async () => {
    try {
      await purgeDeletedPartners(db, documents, now())
      await removeDocuments(db, documents)
    } finally {
      // what was destroyed before a failure is in the list too
      await copyList()
    }
  })
}
