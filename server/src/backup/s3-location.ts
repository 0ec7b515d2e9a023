import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Bucket, type BucketCall, s3Bucket, S3Error } from '../document-store/s3-bucket.ts'
import { whyUnreachable } from '../network/unreachable.ts'
import { BackupError } from './backup-error.ts'
import { inChunks } from './chunks.ts'
import type { Location } from './location.ts'
import { whileAbortable } from './while-abortable.ts'

const MEBIBYTE = 1024 * 1024

/** Each part is in memory. S3 accepts 10,000 parts, so a backup has at most 640 GB. */
const PART_BYTES = 64 * MEBIBYTE

/** Bytes per request when an object is read. */
const RANGE_BYTES = 8 * MEBIBYTE

const ATTEMPTS = 6
const FIRST_PAUSE_MS = 500

const UPLOAD_MS = 300_000
/** The store joins the parts before it answers. */
const JOIN_MS = 600_000

export interface S3Options {
  partBytes?: number
  rangeBytes?: number
  /** The pause after the first failure. Each further one is twice as long. */
  firstPauseMs?: number
}

/**
 * Returns an object of a bucket. It is written in parts, each of which is sent again if it fails, and is there only when
 * all of them are. An upload that fails is removed from the store.
 */
export function s3Location(
  bucket: Bucket,
  key: string,
  {
    partBytes = PART_BYTES,
    rangeBytes = RANGE_BYTES,
    firstPauseMs = FIRST_PAUSE_MS,
  }: S3Options = {},
): Location {
  const name = `s3://${bucket.bucket}/${key}`
  const send = s3Bucket(bucket)

  /** Sends a request, again after a failure that may be temporary, and returns what `read` makes of the answer. */
  async function call<T>(
    request: Omit<BucketCall, 'key'>,
    read: (answer: Response) => T | Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await read(await send({ key, ...request }))
      } catch (error) {
        if (attempt === ATTEMPTS || !mayPass(error)) throw error
        await pause(firstPauseMs * 2 ** (attempt - 1))
      }
    }
  }

  /** Returns size and version of the object, or `null` if there is none. */
  function head() {
    return call({ method: 'HEAD' }, ({ ok, headers }) =>
      ok
        ? { size: Number(headers.get('content-length')), etag: headers.get('etag') ?? undefined }
        : null,
    ).catch((error: unknown) => {
      throw unreadable(name, error)
    })
  }

  async function existing() {
    const found = await head()
    if (found) return found
    throw new BackupError(`There is no ${name}.`)
  }

  /** Returns the bytes from `start` to `end`, which is included. */
  function rangeOf(start: number, end: number, etag: string | undefined): Promise<Buffer> {
    const headers = { range: `bytes=${start}-${end}`, ...(etag && { 'if-match': etag }) }
    return call({ method: 'GET', headers }, async (answer) => {
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (answer.ok && bytes.length === end - start + 1) return bytes
      throw new S3Error(`the answer has ${bytes.length} bytes instead of ${end - start + 1}`)
    })
  }

  async function* sentParts(content: AsyncIterable<Buffer>, uploadId: string) {
    let partNumber = 0
    for await (const { bytes } of inChunks(content, partBytes)) {
      partNumber += 1
      yield {
        size: bytes.length,
        etag: await call(
          {
            method: 'PUT',
            query: { partNumber: String(partNumber), uploadId },
            sha256: sha256(bytes),
            body: new Blob([bytes]),
            timeoutMs: UPLOAD_MS,
          },
          (answer) => required(answer.headers.get('etag'), answer),
        ),
      }
    }
  }

  async function join(etags: readonly string[], uploadId: string, size: number) {
    const list = etags.map(
      (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
    )
    const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`
    const isJoined = await call(
      {
        method: 'POST',
        query: { uploadId },
        headers: { 'content-type': 'application/xml' },
        sha256: sha256(body),
        body: new Blob([body]),
        timeoutMs: JOIN_MS,
      },
      async (answer) => {
        // the status was sent before the parts were joined
        const said = await answer.text()
        if (answer.ok && said.includes('<Error>')) throw new S3Error(said, { status: 500 })
        return answer.ok
      },
    )
    // the answer to an earlier attempt may have been lost
    if (!isJoined && (await head())?.size !== size)
      throw new S3Error('the store no longer knows the upload')
  }

  return {
    name,
    exists: async () => (await head()) !== null,
    size: async () => (await existing()).size,
    async *read({ start, end }) {
      const { size, etag } = await existing()
      const last = end ?? size - 1
      for (let at = start; at <= last; at += rangeBytes) {
        yield await rangeOf(at, Math.min(at + rangeBytes - 1, last), etag).catch(
          (error: unknown) => {
            throw unreadable(name, error)
          },
        )
      }
    },
    async write(content) {
      const uploadId = await call({ method: 'POST', query: { uploads: '' } }, uploadIdOf).catch(
        (error: unknown) => {
          throw unwritable(name, error)
        },
      )
      const abort = () =>
        call({ method: 'DELETE', query: { uploadId } }, ({ body }) => body?.cancel())
      await whileAbortable(abort, async () => {
        try {
          const etags: string[] = []
          let total = 0
          for await (const { size, etag } of sentParts(content, uploadId)) {
            total += size
            etags.push(etag)
          }
          await join(etags, uploadId, total)
        } catch (error) {
          const isRemoved = await abort().then(
            () => true,
            () => false,
          )
          throw error instanceof S3Error ? unwritable(name, error, isRemoved) : error
        }
      })
    },
  }
}

// without a status there was no answer, or it broke off
function mayPass(error: unknown): boolean {
  if (!(error instanceof S3Error)) return true
  const { status } = error
  return status === undefined || status >= 500 || status === 429 || status === 408
}

async function uploadIdOf(answer: Response): Promise<string> {
  const found = /<UploadId>([^<]+)<\/UploadId>/.exec(await answer.text())?.[1]
  return required(found?.replaceAll('&amp;', '&'), answer)
}

function required(value: string | null | undefined, { status }: Response): string {
  if (value) return value
  throw new S3Error(
    status === 404 ? 'there is no such bucket' : 'the answer is not that of an S3 store',
    { status: status === 404 ? 404 : 400 },
  )
}

function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex')
}

function unreadable(name: string, error: unknown): BackupError {
  if (error instanceof S3Error && error.status === 412)
    return new BackupError(`${name} was replaced while it was read. Try again.`)
  return new BackupError(`${name} cannot be read: ${whyUnreachable(error)}`)
}

function unwritable(name: string, error: unknown, isRemoved = true): BackupError {
  const left = isRemoved
    ? 'Nothing of it was kept.'
    : 'The store did not remove the parts that it has: remove its incomplete uploads.'
  return new BackupError(`${name} cannot be written: ${whyUnreachable(error)} ${left}`)
}
