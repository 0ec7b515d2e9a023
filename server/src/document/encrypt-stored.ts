import { rm } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/connection.ts'
import { withTimeLimit } from '../database/serving.ts'
import type { EncryptedStore } from '../document-store/encrypted-store.ts'
import { receiveFile } from '../document-store/receive.ts'
import { scheduleCleanup } from '../http/schedule-cleanup.ts'

interface Job {
  db: Database
  store: EncryptedStore
  /** The folder for unencrypted copies, which exist while they are encrypted. */
  folder: string
}

/** Encrypts in the background what earlier releases stored unencrypted: after the start, and again after a failure. */
export function registerStoredEncryption(app: FastifyInstance, job: Job): void {
  const stopping = new AbortController()
  const run = () => encryptStored(job, stopping.signal)
  app.addHook('onListen', async () => {
    run().catch((error: unknown) =>
      app.log.warn(
        { err: error },
        'Stored documents are not encrypted yet. It is tried again in an hour.',
      ),
    )
  })
  app.addHook('onClose', async () => stopping.abort())
  scheduleCleanup(app, run)
}

/**
 * Encrypts every stored document that is not, one by one, and returns their number. Can be interrupted at any time:
 * the content is replaced at once, and readers accept both until the row says that it is encrypted.
 */
export async function encryptStored(job: Job, signal?: AbortSignal): Promise<number> {
  let after = ''
  let encrypted = 0
  for (;;) {
    if (signal?.aborted) return encrypted
    const next = await encryptNext(job, after)
    if (next === undefined) return encrypted
    after = next.id
    if (next.found) encrypted += 1
  }
}

/** Encrypts the next document, unless another process does. A missing file stays missing. */
function encryptNext({ db, store, folder }: Job, after: string) {
  // the row stays locked while the content is copied, which may take longer than a call
  return withTimeLimit(db, null)
    .transaction()
    .execute(async (trx) => {
      const row = await trx
        .selectFrom('document')
        .select(['id', 'size', 'type'])
        .where('stored_sha256', 'is', null)
        .where('specimen', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!row) return undefined
      const content = await store.readEarlier(row.id, { start: 0, end: row.size - 1 })
      if (!content) return { id: row.id, found: false }
      const file = await receiveFile(content, folder, row.size)
      try {
        const { size, sha256 } = await store.put(row.id, { ...file, type: row.type })
        await trx
          .updateTable('document')
          .set({ stored_size: size, stored_sha256: sha256 })
          .where('id', '=', row.id)
          .execute()
      } finally {
        await rm(file.path, { force: true })
      }
      return { id: row.id, found: true }
    })
}
