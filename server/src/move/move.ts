import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { type Verdict, verifyAuditLog } from '../audit/verify.ts'
import { BackupError } from '../backup/backup-error.ts'
import { readParts } from '../backup/container.ts'
import type { DocumentTarget } from '../backup/document-target.ts'
import { type Dump, dumpParts } from '../backup/dump.ts'
import type { OpenBackup } from '../backup/read.ts'
import { type Restored, restoreBackup, UnansweredCommit } from '../backup/restore.ts'
import { refuseNewerSchema } from '../backup/schema.ts'
import { applyCopySettings, beginSnapshot } from '../backup/snapshot.ts'
import { tableDifferences } from '../backup/verify.ts'
import { connect, type Database } from '../database/connection.ts'
import { migrate } from '../database/migrate.ts'
import type { DocumentStore } from '../document-store/store.ts'
import { recordMove } from './audit-entry.ts'

/** The stores of a move that takes the documents along. */
export interface MovedDocuments {
  from: DocumentStore
  /** Opens the target when no other command can write to it. */
  openTarget: () => Promise<DocumentTarget>
  /** The store of the target, from which the documents are read again. */
  to: DocumentStore
}

export interface MoveResult {
  restored: Restored
  /** How the database and documents that were written differ from the earlier ones, as sentences. */
  differences: string[]
  audit: Verdict
}

/** Receives nothing: the documents stay where they are. */
const NO_DOCUMENTS: DocumentTarget = { async put() {}, async keep() {}, async discard() {} }

/**
 * Copies one database to an empty one, all or nothing, and its documents too if given. Reads what was written again and
 * compares it. Changes nothing in the database that it copies. Throws a `BackupError` if the other is not empty.
 */
export async function moveDatabase(
  fromUrl: string,
  toUrl: string,
  { documents, progress }: { documents?: MovedDocuments; progress?: (bytes: number) => void } = {},
): Promise<MoveResult> {
  const restored = await copied(fromUrl, toUrl, documents, progress)
  const client = await connected(toUrl)
  const db = connect(toUrl, 2)
  try {
    await applyCopySettings(client)
    const differences = await tableDifferences(client, restored)
    // an earlier release has other columns
    await migrate(db)
    if (documents) differences.push(...(await documentDifferences(db, documents.to, restored)))
    if (differences.length === 0) await recordMove(db, addressOf(toUrl))
    return { restored, differences, audit: await verifyAuditLog(db) }
  } finally {
    await client.end()
    await db.destroy()
  }
}

/** Returns the host and the name of a database, without its role and password. */
export function addressOf(url: string): string {
  const { host, pathname } = new URL(url)
  return host + pathname
}

async function copied(
  fromUrl: string,
  toUrl: string,
  documents: MovedDocuments | undefined,
  progress?: (bytes: number) => void,
): Promise<Restored> {
  const client = await connected(fromUrl)
  const db = connect(fromUrl, 1)
  try {
    await refuseNewerSchema(await beginSnapshot(client))
    await client.query('rollback')
    const dump: Dump = {}
    const parts = dumpParts({ client, db, store: documents?.from }, dump)
    const backup: OpenBackup = {
      bytes: Number.POSITIVE_INFINITY,
      read: (work) => work(readParts(measured(parts, progress))),
    }
    const openTarget = documents?.openTarget ?? (async () => NO_DOCUMENTS)
    return await restoreBackup(backup, toUrl, openTarget).catch(sayWhatToDo)
  } finally {
    await client.end()
    await db.destroy()
  }
}

/** Adds what to do next to the error of a move whose commit was not answered. Throws any other error unchanged. */
function sayWhatToDo(error: unknown): never {
  if (!(error instanceof UnansweredCommit)) throw error
  throw new BackupError(
    `${error.message}\nNothing was changed in the old database. Use it. Before the next attempt, empty the new one, and move DATA_DIR/documents away if the documents were moved to the disk.`,
  )
}

async function* measured(
  parts: AsyncIterable<Buffer>,
  progress: (bytes: number) => void = () => {},
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const part of parts) {
    bytes += part.length
    progress(bytes)
    yield part
  }
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  // without a listener, a connection that is lost between two queries would end the process
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Documents per query. */
const CHUNK = 1000

/** Reads each document from its new store, and compares it with its row. */
async function documentDifferences(
  db: Database,
  store: DocumentStore,
  { summary }: Restored,
): Promise<string[]> {
  let same = 0
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('document')
      .select(['id', 'size', 'sha256', 'stored_size', 'stored_sha256'])
      .where('specimen', 'is', null)
      .where('destroyed_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(CHUNK)
      .execute()
    for (const { id, size, sha256, stored_size, stored_sha256 } of rows) {
      const content = await store.read(id, { start: 0, end: (stored_size ?? size) - 1 })
      if (!content) continue
      const hash = createHash('sha256')
      for await (const piece of content) hash.update(piece)
      if (hash.digest().equals(stored_sha256 ?? sha256)) same += 1
    }
    after = rows.at(-1)?.id ?? after
    if (rows.length < CHUNK) break
  }
  // the report names those that were missing or altered before
  const expected = summary.documents - summary.altered
  const wrong = expected - same
  if (wrong === 0) return []
  return [
    wrong === 1
      ? '1 document in the new store does not match its checksum.'
      : `${wrong} documents in the new store do not match their checksums.`,
  ]
}
