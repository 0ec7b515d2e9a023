import type { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import parseRange from 'range-parser'
import { notFound, HttpError } from '../http/http-error.ts'
import { readSample } from '../document-store/sample.ts'
import type { EncryptedStore } from '../document-store/encrypted-store.ts'
import type { ByteRange } from '../document-store/store.ts'

interface StoredDocument {
  id: string
  name: string
  type: string
  size: number
  specimen: string | null
  stored_sha256: Buffer | null
}

/** A document may not run or load anything, and only our own pages may frame it. */
const POLICY = "default-src 'none'; frame-ancestors 'self'; sandbox"

/** For a video in a tab, browsers make a page that loads the address again, with the cookie. Scripts still do not run. */
const VIDEO_POLICY =
  "default-src 'none'; media-src 'self'; frame-ancestors 'self'; sandbox allow-same-origin"

/** Sends the document, or the byte range that the request names. */
export async function sendContent(
  reply: FastifyReply,
  store: EncryptedStore,
  document: StoredDocument,
  rangeHeader: string | undefined,
) {
  const { name, type, size } = document
  const whole: ByteRange = { start: 0, end: size - 1 }
  const range = rangeOf(rangeHeader, size)
  if (range === 'outside') {
    reply.header('content-range', `bytes */${size}`)
    throw new HttpError(
      416,
      'RANGE_NOT_SATISFIABLE',
      'The range starts after the end of the document.',
    )
  }
  const { start, end } = range ?? whole
  const content = await openContent(store, document, { start, end })
  if (!content) throw notFound('The file of this document is missing from the store.')
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  return reply
    .headers({
      'content-type': type,
      'content-length': end - start + 1,
      'content-disposition': contentDisposition(name, { type: 'inline' }),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': type.startsWith('video/') ? VIDEO_POLICY : POLICY,
    })
    .send(content)
}

/** Opens a range of a document; null if its file is missing from the store. */
export function openContent(
  store: EncryptedStore,
  { id, specimen, stored_sha256 }: Pick<StoredDocument, 'id' | 'specimen' | 'stored_sha256'>,
  range: ByteRange,
): Promise<Readable | null> | Readable {
  if (specimen !== null) return readSample(specimen, range)
  return stored_sha256 ? store.read(id, range) : store.readEarlier(id, range)
}

function rangeOf(rangeHeader: string | undefined, size: number): ByteRange | 'outside' | null {
  if (rangeHeader === undefined) return null
  const ranges = parseRange(size, rangeHeader)
  if (ranges === -1) return 'outside'
  // for several ranges or other units, the whole document is a valid answer
  const [range, ...more] = ranges === -2 || ranges.type !== 'bytes' ? [] : ranges
  return range && more.length === 0 ? { start: range.start, end: range.end } : null
}
