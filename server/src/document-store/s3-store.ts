import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { HttpError } from '../http/http-error.ts'
import { type Bucket, type BucketCall, s3Bucket } from './s3-bucket.ts'
import type { DocumentStore } from './store.ts'

const UPLOAD_MS = 120_000

/**
 * Stores documents as objects `documents/KEY` of a bucket, by three calls of S3: PUT, GET with a range,
 * DELETE.
 */
export function s3Store(bucket: Bucket): DocumentStore {
  const send = s3Bucket(bucket)
  const call = ({ key, ...sent }: BucketCall) =>
    send({ key: `documents/${key}`, ...sent }).catch((cause: unknown) => {
      throw new StoreError(cause)
    })

  return {
    async put(key, { path, type, sha256 }) {
      const answer = await call({
        method: 'PUT',
        key,
        headers: { 'content-type': type },
        sha256: sha256.toString('hex'),
        // reads the file while it is sent, and knows its length, which S3 requires
        body: await openAsBlob(path),
        timeoutMs: UPLOAD_MS,
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new StoreError(new Error(`There is no bucket ${bucket.bucket}.`))
    },
    async read(key, { start, end }) {
      const answer = await call({ method: 'GET', key, headers: { range: `bytes=${start}-${end}` } })
      if (answer.ok && answer.body) return Readable.fromWeb(answer.body as ReadableStream)
      await answer.body?.cancel()
      return null
    },
    async remove(key) {
      await (await call({ method: 'DELETE', key })).body?.cancel()
    },
    async check() {
      // an object that is not there, for which S3 denies access to keys that may not list the bucket
      const answer = await call({ method: 'GET', key: 'check' })
      if ((await answer.text()).includes('NoSuchBucket'))
        throw new StoreError(new Error(`There is no bucket ${bucket.bucket}.`))
    },
  }
}

/** Returns the error of a store that cannot be used. The reason is for the log, not for the client. */
export class StoreError extends HttpError {
  override readonly name = 'StoreError'
  constructor(cause: unknown) {
    super(503, 'STORE_UNREACHABLE', 'The document store does not answer. Try again in a minute.', {
      cause,
    })
  }
}
