import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Database } from '../database/connection.ts'
import { whileContentsAreKept } from '../document/content-lock.ts'
import { ENCRYPTED_TYPE } from '../document-store/encrypted-store.ts'
import type { DocumentStore } from '../document-store/store.ts'
import { writePart } from './container.ts'
import {
  DOCUMENT_PREFIX,
  type DocumentFlaw,
  MANIFEST,
  type Manifest,
  SUMMARY,
  type Summary,
  TABLE_PREFIX,
} from './content.ts'
import { beginSnapshot, copyTarget } from './snapshot.ts'

/** Documents per query. */
const CHUNK = 1000

// the database of an earlier release lacks the columns of encrypted content
const STORED_CONTENT = `
  case when to_jsonb(document) ->> 'stored_size' is null then type else '${ENCRYPTED_TYPE}' end as type,
  coalesce((to_jsonb(document) ->> 'stored_size')::bigint, size) as size,
  coalesce((to_jsonb(document) ->> 'stored_sha256')::bytea, sha256) as sha256`

const MAX_FLAWS = 1000

const STORE_ATTEMPTS = 4

/** Where a backup comes from. */
export interface DumpSource {
  /** A connection that the backup has for itself. */
  client: Client
  /** Other connections, which see the database as it changes. */
  db: Database
  /** Undefined to leave the contents of documents out. */
  store: DocumentStore | undefined
  /** The key that the server made, in Base64; undefined if a setting names the file. */
  encryptionKey?: string | undefined
}

/** What a backup contains, known when all of it was read. */
export interface Dump {
  manifest?: Manifest
  summary?: Summary
}

/** Returns one snapshot of database and documents as the parts of a backup. Fills `dump` in while it is read. */
export async function* dumpParts(source: DumpSource, dump: Dump): AsyncGenerator<Buffer> {
  const { client, db, encryptionKey } = source
  const begun = await whileContentsAreKept(db, () => beginSnapshot(client))
  const manifest = { ...begun, ...(encryptionKey && { encryptionKey }) }
  dump.manifest = manifest
  yield* jsonPart(MANIFEST, manifest)
  const summary: Summary = {
    rows: {},
    documents: 0,
    documentBytes: 0,
    missing: 0,
    altered: 0,
    deleted: 0,
    flaws: [],
  }
  for (const table of manifest.tables) {
    const rows = client.query(copyTo(`copy ${copyTarget(client, table)} to stdout`))
    yield* writePart({ name: TABLE_PREFIX + table.name }, rows)
    summary.rows[table.name] = rows.rowCount
  }
  if (source.store) {
    const from = { ...source, store: source.store }
    for await (const document of documentsOf(client)) yield* documentPart(from, document, summary)
  }
  await client.query('commit')
  yield* jsonPart(SUMMARY, summary)
  dump.summary = summary
}

function jsonPart(name: string, value: object): AsyncGenerator<Buffer> {
  return writePart({ name }, [Buffer.from(JSON.stringify(value))])
}

interface Document {
  id: string
  type: string
  size: number
  sha256: Buffer
}

/** Returns the documents of the snapshot whose content is in the store, in order. */
async function* documentsOf(client: Client): AsyncGenerator<Document> {
  await client.query(
    `declare documents no scroll cursor for
     select id, ${STORED_CONTENT} from document
     where specimen is null and to_jsonb(document) ->> 'destroyed_at' is null order by id`,
  )
  for (;;) {
    const { rows } = await client.query<Document>(`fetch ${CHUNK} from documents`)
    yield* rows
    if (rows.length < CHUNK) return
  }
}

async function* documentPart(
  { db, store }: DumpSource & { store: DocumentStore },
  { id, type, size, sha256 }: Document,
  summary: Summary,
): AsyncGenerator<Buffer> {
  const flaw = (is: DocumentFlaw['is']) => {
    summary[is] += 1
    if (summary.flaws.length < MAX_FLAWS) summary.flaws.push({ id, is })
  }
  const readFrom = (start: number) => repeated(() => store.read(id, { start, end: size - 1 }))
  const content = await readFrom(0)
  if (!content) {
    // it may have been deleted or destroyed after the snapshot began
    if (await isStored(db, id)) flaw('missing')
    else summary.deleted += 1
    return
  }
  const whole = continued(content, size, readFrom)
  yield* writePart({ name: DOCUMENT_PREFIX + id, type }, whole, (read, bytes) => {
    summary.documents += 1
    summary.documentBytes += bytes
    if (!read.equals(sha256)) flaw('altered')
  })
}

/** Returns a content of the store. If reading it fails, it is opened again at the byte that was not read. */
async function* continued(
  content: AsyncIterable<Buffer>,
  size: number,
  readFrom: (start: number) => Promise<AsyncIterable<Buffer> | null>,
): AsyncGenerator<Buffer> {
  let rest: AsyncIterable<Buffer> | null = content
  let read = 0
  for (let attempt = 1; rest; attempt++) {
    try {
      for await (const piece of rest) {
        yield piece
        read += piece.length
      }
      return
    } catch (error) {
      if (read === size) return
      if (attempt === STORE_ATTEMPTS) throw error
      // without a rest, because it was deleted since, the checksum shows that the content is not whole
      rest = await readFrom(read)
    }
  }
}

// one answer of a busy store must not end a backup of hours
async function repeated<T>(open: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await open()
    } catch (error) {
      if (attempt === STORE_ATTEMPTS) throw error
      await pause(500 * 2 ** attempt)
    }
  }
}

async function isStored(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from document where id = ${id} and to_jsonb(document) ->> 'destroyed_at' is null`.execute(
    db,
  )
  return rows.length > 0
}
