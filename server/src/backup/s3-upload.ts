import { createHash } from 'node:crypto'
import { S3Error } from '../document-store/s3-bucket.ts'
import { whyUnreachable } from '../network/unreachable.ts'
import { BackupError } from './backup-error.ts'
import { inChunks } from './chunks.ts'
import type { S3Object } from './s3-object.ts'
import { headOf } from './s3-read.ts'
import { whileAbortable } from './while-abortable.ts'

/** `fetch` waits no longer for an answer to begin, which a store may delay until it has joined the parts. */
const ANSWER_MS = 300_000

/**
 * Writes an object in parts, each of which is sent again if it fails. The object is there only when all of them are. An
 * upload that fails is removed from the store.
 */
export async function upload(
  object: S3Object,
  content: AsyncIterable<Buffer>,
  partBytes: number,
): Promise<void> {
  const { name, send } = object
  const uploadId = await send({ method: 'POST', query: { uploads: '' } }, uploadIdOf).catch(
    (error: unknown) => {
      throw unwritable(name, error)
    },
  )
  const abort = () => send({ method: 'DELETE', query: { uploadId } }, ({ body }) => body?.cancel())
  await whileAbortable(abort, async () => {
    try {
      const etags: string[] = []
      let total = 0
      for await (const { bytes } of inChunks(content, partBytes)) {
        total += bytes.length
        etags.push(await sendPart(object, bytes, { partNumber: etags.length + 1, uploadId }))
      }
      await joinParts(object, etags, { uploadId, size: total })
    } catch (error) {
      const isRemoved = await abort().then(
        () => true,
        () => false,
      )
      throw error instanceof S3Error ? unwritable(name, error, isRemoved) : error
    }
  })
}

async function uploadIdOf(answer: Response): Promise<string> {
  const found = /<UploadId>([^<]+)<\/UploadId>/.exec(await answer.text())?.[1]
  return required(found?.replaceAll('&amp;', '&'), answer)
}

/** Sends a part and returns its version. */
function sendPart(
  { send }: S3Object,
  bytes: Buffer<ArrayBuffer>,
  { partNumber, uploadId }: { partNumber: number; uploadId: string },
): Promise<string> {
  return send(
    {
      method: 'PUT',
      query: { partNumber: String(partNumber), uploadId },
      sha256: sha256(bytes),
      body: new Blob([bytes]),
      timeoutMs: ANSWER_MS,
    },
    (answer) => required(answer.headers.get('etag'), answer),
  )
}

async function joinParts(
  object: S3Object,
  etags: readonly string[],
  { uploadId, size }: { uploadId: string; size: number },
): Promise<void> {
  const list = etags.map(
    (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
  )
  const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`
  const isJoined = await object.send(
    {
      method: 'POST',
      query: { uploadId },
      headers: { 'content-type': 'application/xml' },
      sha256: sha256(body),
      body: new Blob([body]),
      timeoutMs: ANSWER_MS,
    },
    async (answer) => {
      // the status was sent before the parts were joined
      const said = await answer.text()
      if (answer.ok && said.includes('<Error>')) throw new S3Error(said, { status: 500 })
      return answer.ok
    },
  )
  // the answer to an earlier attempt may have been lost
  if (!isJoined && (await headOf(object))?.size !== size)
    throw new S3Error('the store no longer knows the upload')
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

function unwritable(name: string, error: unknown, isRemoved = true): BackupError {
  const left = isRemoved
    ? 'Nothing of it was kept.'
    : 'The store did not remove the parts that it has: remove its incomplete uploads.'
  return new BackupError(`${name} cannot be written: ${whyUnreachable(error)} ${left}`)
}
