import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsV4Signer } from 'aws4fetch'
import { HttpError } from '../http/http-error.ts'
import type { DocumentStore } from './store.ts'

interface Bucket {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

interface Sent {
  headers?: Record<string, string>
  /** Hexadecimal SHA-256 of the body, which the store checks. */
  sha256?: string
  body?: Blob
}

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Time limits until the answer begins. An upload may take longer. */
const TIMEOUT_MS = { GET: 10_000, DELETE: 10_000, PUT: 120_000 }

/**
 * Stores documents as objects `documents/KEY` of a bucket, by three calls of S3: PUT, GET with a range,
 * DELETE.
 */
export function s3Store({ endpoint, bucket, region, ...keys }: Bucket): DocumentStore {
  const root = `${endpoint.replace(/\/{1,9}$/, '')}/${encodeURIComponent(bucket)}/documents/`

  async function call(method: keyof typeof TIMEOUT_MS, key: string, sent: Sent = {}) {
    const { headers, sha256 = EMPTY_SHA256, body } = sent
    const signed = await new AwsV4Signer({
      method,
      url: root + key,
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
      service: 's3',
      region,
      ...keys,
    }).sign()
    // the time limit ends when the answer begins, because its reader may be slow
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(), TIMEOUT_MS[method])
    const answer = await fetch(signed.url, {
      method,
      headers: signed.headers,
      signal: waiting.signal,
      // otherwise another server would receive the document
      redirect: 'error',
      ...(body && { body }),
    })
      .catch((cause: unknown) => {
        throw new StoreError(cause)
      })
      .finally(() => clearTimeout(timer))
    if (answer.ok || answer.status === 404) return answer
    const said = (await answer.text().catch(() => '')).slice(0, 500)
    throw new StoreError(new Error(`${method} answered ${answer.status}: ${said}`))
  }

  return {
    async put(key, { path, type, sha256 }) {
      // reads the file while it is sent, and knows its length, which S3 requires
      const body = await openAsBlob(path)
      const headers = { 'content-type': type }
      const answer = await call('PUT', key, { headers, sha256: sha256.toString('hex'), body })
      await answer.body?.cancel()
      if (!answer.ok) throw new StoreError(new Error(`There is no bucket ${bucket}.`))
    },
    async read(key, { start, end }) {
      const answer = await call('GET', key, { headers: { range: `bytes=${start}-${end}` } })
      if (answer.ok && answer.body) return Readable.fromWeb(answer.body as ReadableStream)
      await answer.body?.cancel()
      return null
    },
    async remove(key) {
      await (await call('DELETE', key)).body?.cancel()
    },
  }
}

/** Returns the error of a store that cannot be used. The reason is for the log, not for the client. */
export class StoreError extends HttpError {
  constructor(cause: unknown) {
    super(503, 'STORE_UNREACHABLE', 'The document store does not answer. Try again in a minute.')
    this.name = 'StoreProblem'
    this.cause = cause
  }
}
