import { rm } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { withTimeLimit } from '../database/serving.ts'
import { AlteredDocument } from '../document-store/encrypted-file.ts'
import type { EncryptedStore } from '../document-store/encrypted-store.ts'
import { type ReceivedFile, receiveFile } from '../document-store/receive.ts'
import { scheduleCleanup } from '../http/schedule-cleanup.ts'
import { mayReplaceContents } from './content-lock.ts'

/** What encrypts stored documents again. */
export interface DocumentEncryption {
  db: Database
  store: EncryptedStore
  /** The folder for unencrypted copies, which exist while they are encrypted. */
  folder: string
}

/** Encrypts in the background what earlier releases stored unencrypted: after the start, and again after a failure. */
export function registerStoredEncryption(app: FastifyInstance, job: DocumentEncryption): void {
  const stopping = new AbortController()
  const run = () => encryptStored(job, stopping.signal)
  app.addHook('onListen', async () => {
    run().catch((error: unknown) =>
      app.log.warn(
        { err: error },
        'Stored documents are not encrypted yet. The server tries again in an hour.',
      ),
    )
  })
  scheduleCleanup(app, 'documentEncryption', run)
  // called first, because hooks of the close run in reverse order: the app waits for the hourly run
  app.addHook('onClose', async () => stopping.abort())
}

/**
 * Encrypts every stored document that an earlier release stored unencrypted, and returns their number. Stops after a
 * document if `signal` is aborted, and while a backup is made or another process encrypts.
 */
export function encryptStored(job: DocumentEncryption, signal?: AbortSignal): Promise<number> {
  return encryptAll(job, sql<boolean>`stored_sha256 is null`, { signal })
}

/**
 * Encrypts every encrypted document again that has another data key, with the current one. Returns their number. `wait` is
 * called before each new attempt while a backup is made or another process encrypts.
 */
export function encryptAgain(
  job: DocumentEncryption,
  dataKey: number,
  { progress, wait }: { progress: () => void; wait: () => Promise<void> },
): Promise<number> {
  const isDue = sql<boolean>`stored_sha256 is not null and data_key is distinct from ${dataKey}`
  return encryptAll(job, isDue, { progress, wait })
}

interface Run {
  signal?: AbortSignal | undefined
  progress?: () => void
  wait?: () => Promise<void>
}

/**
 * Encrypts documents one by one. Can be interrupted at any time: the content is replaced at once, and readers accept
 * what is there.
 */
async function encryptAll(
  job: DocumentEncryption,
  isDue: RawBuilder<boolean>,
  { signal, progress = () => {}, wait }: Run,
): Promise<number> {
  let after = ''
  let encrypted = 0
  for (;;) {
    if (signal?.aborted) return encrypted
    const next = await encryptNext(job, isDue, after)
    if (next === undefined) return encrypted
    if (next === 'busy') {
      if (!wait) return encrypted
      await wait()
      continue
    }
    after = next.id
    if (next.found) encrypted += 1
    progress()
  }
}

/** Encrypts the next document, unless the contents are in use. A missing or altered one stays as it is. */
function encryptNext(
  { db, store, folder }: DocumentEncryption,
  isDue: RawBuilder<boolean>,
  after: string,
) {
  // the row stays locked while the content is copied, which may take longer than a call
  return withTimeLimit(db, null)
    .transaction()
    .execute(async (trx) => {
      if (!(await mayReplaceContents(trx))) return 'busy'
      const row = await trx
        .selectFrom('document')
        .select(['id', 'size', 'sha256', 'type'])
        .where(isDue)
        .where('specimen', 'is', null)
        .where('destroyed_at', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!row) return undefined
      const file = await unencryptedCopy(store, row, folder)
      if (!file) return { id: row.id, found: false }
      try {
        const { size, sha256, dataKey } = await store.put(row.id, { ...file, type: row.type })
        await trx
          .updateTable('document')
          .set({ stored_size: size, stored_sha256: sha256, data_key: dataKey })
          .where('id', '=', row.id)
          .execute()
      } finally {
        await rm(file.path, { force: true })
      }
      return { id: row.id, found: true }
    })
}

/** Copies the content of a document to a file. Returns `null` if it is missing, or is not what was uploaded. */
async function unencryptedCopy(
  store: EncryptedStore,
  { id, size, sha256 }: { id: string; size: number; sha256: Buffer },
  folder: string,
): Promise<ReceivedFile | null> {
  try {
    const content = await store.readEarlier(id, { start: 0, end: size - 1 })
    if (!content) return null
    const file = await receiveFile(content, folder, size)
    if (file.sha256.equals(sha256)) return file
    await rm(file.path)
    return null
  } catch (error) {
    if (error instanceof AlteredDocument) return null
    throw error
  }
}
