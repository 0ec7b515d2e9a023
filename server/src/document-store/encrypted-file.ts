import { hkdfSync, randomBytes } from 'node:crypto'
import { KEY_BYTES, NONCE_BYTES, open, seal, TAG_BYTES } from '../database/cipher.ts'
import type { ByteRange } from './store.ts'

/*
  An encrypted document: a header, and chunks of 64 KiB that are encrypted one by one, so that a byte range is read
  without the rest.

  header  8 bytes that identify the format, 4 the id of the data key, 8 the size of the content, 32 random
  chunk   the encrypted bytes and their tag. The nonce has the position of the chunk and whether it is the last; every
          tag also covers the header and the key of the document in the store. So no chunk can be moved, left out or
          taken from another document.

  Each document has a key of its own, derived from the data key and the random bytes.
*/

const MAGIC = Buffer.from('MANDAP\0\u0001', 'latin1')
const SALT_BYTES = 32
export const HEADER_BYTES = MAGIC.length + 4 + 8 + SALT_BYTES

const CHUNK_BYTES = 64 * 1024
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES

export interface Header {
  bytes: Buffer
  dataKey: number
  /** Bytes of the content. */
  size: number
}

export function newHeader(dataKey: number, size: number): Header {
  const numbers = Buffer.alloc(12)
  numbers.writeUInt32BE(dataKey, 0)
  numbers.writeBigUInt64BE(BigInt(size), 4)
  return { bytes: Buffer.concat([MAGIC, numbers, randomBytes(SALT_BYTES)]), dataKey, size }
}

/** Returns the header; `null` for a file that is not encrypted. */
export function readHeader(bytes: Buffer): Header | null {
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return null
  const at = MAGIC.length
  return {
    bytes: bytes.subarray(0, HEADER_BYTES),
    dataKey: bytes.readUInt32BE(at),
    size: Number(bytes.readBigUInt64BE(at + 4)),
  }
}

/** The bytes of the encrypted file that contain a byte range of the content. */
export function sealedRange({ start, end }: ByteRange): ByteRange {
  const [first, last] = [chunkAt(start), chunkAt(end)]
  return {
    start: HEADER_BYTES + first * SEALED_BYTES,
    end: HEADER_BYTES + (last + 1) * SEALED_BYTES - 1,
  }
}

/** Encrypts the content of a document, as the whole file. */
export async function* sealed(
  content: AsyncIterable<Buffer>,
  dataKey: Buffer,
  header: Header,
  storeKey: string,
): AsyncGenerator<Buffer> {
  const cipher = chunkCipher(dataKey, header, storeKey)
  yield header.bytes
  let index = 0
  for await (const chunk of pieces(content, CHUNK_BYTES)) {
    yield cipher.seal(chunk, index)
    index += 1
  }
}

/** Thrown for a stored document that is not what was encrypted. */
export class AlteredDocument extends Error {}

/** Decrypts the chunks of `sealedRange(range)` and returns the bytes of the range. Throws `AlteredDocument`. */
export async function* opened(
  chunks: AsyncIterable<Buffer>,
  dataKey: Buffer,
  header: Header,
  { storeKey, start, end }: ByteRange & { storeKey: string },
): AsyncGenerator<Buffer> {
  const cipher = chunkCipher(dataKey, header, storeKey)
  let index = chunkAt(start)
  for await (const chunk of pieces(chunks, SEALED_BYTES)) {
    const offset = index * CHUNK_BYTES
    yield cipher.open(chunk, index).subarray(Math.max(0, start - offset), end + 1 - offset)
    index += 1
  }
  // the range ends in the last chunk that was read
  if (index <= chunkAt(end))
    throw new AlteredDocument('The stored document is shorter than it was.')
}

function chunkAt(position: number): number {
  return Math.floor(position / CHUNK_BYTES)
}

function chunkCipher(dataKey: Buffer, header: Header, storeKey: string) {
  const salt = header.bytes.subarray(-SALT_BYTES)
  const key = Buffer.from(hkdfSync('sha256', dataKey, salt, 'mandap document', KEY_BYTES))
  const context = Buffer.concat([header.bytes, Buffer.from(storeKey)])
  const last = Math.max(0, Math.ceil(header.size / CHUNK_BYTES) - 1)
  const nonceOf = (index: number) => {
    const nonce = Buffer.alloc(NONCE_BYTES)
    nonce.writeUInt32BE(index, 0)
    nonce.writeUInt8(index === last ? 1 : 0, NONCE_BYTES - 1)
    return nonce
  }
  return {
    seal: (chunk: Buffer, index: number) => seal(key, nonceOf(index), chunk, context),
    open(chunk: Buffer, index: number) {
      try {
        return open(key, nonceOf(index), chunk, context)
      } catch (error) {
        throw new AlteredDocument('The stored document was altered.', { cause: error })
      }
    },
  }
}

/** Splits a stream into pieces of this length; the last one may be shorter. */
async function* pieces(chunks: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    size += chunk.length
    if (size < length) continue
    let rest = Buffer.concat(waiting)
    for (; rest.length >= length; rest = rest.subarray(length)) yield rest.subarray(0, length)
    waiting = rest.length > 0 ? [rest] : []
    size = rest.length
  }
  if (size > 0) yield Buffer.concat(waiting)
}
