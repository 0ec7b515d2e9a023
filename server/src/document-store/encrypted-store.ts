import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../database/connection.ts'
import { type DataKey, KeyUnavailable, keysOf } from '../database/encryption-keys.ts'
import {
  HEADER_BYTES,
  type Header,
  newHeader,
  opened,
  readHeader,
  sealed,
  sealedRange,
} from './encrypted-file.ts'
import type { ReceivedFile } from './receive.ts'
import type { ByteRange, DocumentStore } from './store.ts'

/** The media type of encrypted content in a bucket. */
export const ENCRYPTED_TYPE = 'application/octet-stream'

/** What is in the store for a document. */
export type StoredContent = Pick<ReceivedFile, 'size' | 'sha256'> & { dataKey: number }

export interface EncryptedStore extends Pick<DocumentStore, 'read' | 'remove'> {
  /** Encrypts and stores the file completely or not at all. Returns the size and hash of the encrypted content. */
  put(...put: Parameters<DocumentStore['put']>): Promise<StoredContent>
  /** Reads a document that an earlier release may have stored unencrypted. */
  readEarlier: DocumentStore['read']
}

/** Encrypts the documents of a store with the keys of a database. Throws `KeyUnavailable` without them. */
export function encryptedStore(inner: DocumentStore, db: Database): EncryptedStore {
  async function headerOf(key: string): Promise<Header | null | undefined> {
    const start = await inner.read(key, { start: 0, end: HEADER_BYTES - 1 })
    return start ? readHeader(Buffer.concat(await start.toArray())) : undefined
  }

  /** Opens a range. The first chunk is checked before this returns, so that an altered document has an error status. */
  async function decrypted(key: string, range: ByteRange, header: Header, chunks: Readable) {
    try {
      const { key: dataKey } = await keysOf(db).withId(db, header.dataKey)
      const pieces = opened(chunks, dataKey, header, { storeKey: key, ...range })
      const first = await pieces.next()
      const content = Readable.from(continued(first, pieces), { objectMode: false })
      // a reader that leaves must not keep the file or the connection open
      content.once('close', () => chunks.destroy())
      return content
    } catch (error) {
      chunks.destroy()
      throw error
    }
  }

  async function readEncrypted(key: string, range: ByteRange): Promise<Readable | null> {
    // at once, because a bucket may be far away
    const reading = inner.read(key, sealedRange(range)).then((chunks) => {
      // its reader gets the error; without a listener, one before that would end the server
      chunks?.on('error', () => {})
      return chunks
    })
    const [header, chunks] = await Promise.all([headerOf(key), reading]).catch(
      async (error: unknown) => {
        const unread = await reading.catch(() => null)
        unread?.destroy()
        throw error
      },
    )
    if (header && chunks) return decrypted(key, range, header, chunks)
    chunks?.destroy()
    if (header === null) throw new Error(`Document ${key} is not encrypted in the store.`)
    return null
  }

  return {
    async put(key, file) {
      const dataKey = await keysOf(db).current(db)
      const path = `${file.path}.encrypted`
      try {
        const written = await writeEncrypted(file, path, dataKey, key)
        const { size, sha256 } = written
        await inner.put(key, { path, size, sha256, type: ENCRYPTED_TYPE })
        return written
      } finally {
        await rm(path, { force: true })
      }
    },

    async read(key, range) {
      try {
        return await readEncrypted(key, range)
      } catch (error) {
        if (error instanceof KeyUnavailable) throw error
        // the content may have been encrypted again between the two reads
        return readEncrypted(key, range)
      }
    },

    async readEarlier(key, range) {
      // a conversion may have encrypted it already
      const header = await headerOf(key)
      if (!header) return header === null ? inner.read(key, range) : null
      const chunks = await inner.read(key, sealedRange(range))
      return chunks && decrypted(key, range, header, chunks)
    },

    remove: (key) => inner.remove(key),
  }
}

async function* continued(
  first: IteratorResult<Buffer>,
  rest: AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  if (!first.done) yield first.value
  yield* rest
}

/** Writes the encrypted content of a file to another file, flushed. Returns its size and hash. */
async function writeEncrypted(
  file: Pick<ReceivedFile, 'path' | 'size'>,
  path: string,
  { id, key }: DataKey,
  storeKey: string,
): Promise<StoredContent> {
  const header = newHeader(id, file.size)
  const hash = createHash('sha256')
  let size = 0
  async function* measured(content: AsyncIterable<Buffer>) {
    for await (const chunk of sealed(content, key, header, storeKey)) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  const target = createWriteStream(path, { flush: true, mode: 0o600 })
  await pipeline(createReadStream(file.path), measured, target)
  return { size, sha256: hash.digest(), dataKey: id }
}
