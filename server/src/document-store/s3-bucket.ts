import { AwsV4Signer } from 'aws4fetch'

/** A bucket of an S3 store, and the keys that sign requests to it. */
export interface Bucket {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface BucketCall {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** The key of the object, which is in the path as it is. */
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Hexadecimal SHA-256 of the body, which the store checks. */
  sha256?: string
  body?: Blob
  /** Time limit until the answer begins. An upload may take longer than a read. */
  timeoutMs?: number
}

/** Thrown for an answer that is neither a success nor 404, and without a status if there was none. */
export class S3Error extends Error {
  readonly status: number | undefined
  constructor(message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { cause })
    this.name = 'S3Error'
    this.status = status
  }
}

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Returns a function that sends signed requests to a bucket. Throws `S3Error`, except for 404. */
export function s3Bucket({ endpoint, bucket, region, ...keys }: Bucket) {
  const root = `${endpoint.replace(/\/{1,9}$/, '')}/${encodeURIComponent(bucket)}/`
  return async function call({ method, key, query = {}, ...sent }: BucketCall): Promise<Response> {
    const { headers, sha256 = EMPTY_SHA256, body, timeoutMs = 10_000 } = sent
    const url = new URL(root + key)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
      service: 's3',
      region,
      ...keys,
    }).sign()
    // the time limit ends when the answer begins, because its reader may be slow
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(), timeoutMs)
    const answer = await fetch(signed.url, {
      method,
      headers: signed.headers,
      signal: waiting.signal,
      // otherwise another server would receive the document
      redirect: 'error',
      ...(body && { body }),
    })
      .catch((cause: unknown) => {
        throw unanswered(cause)
      })
      .finally(() => clearTimeout(timer))
    if (answer.ok || answer.status === 404) return answer
    const { status } = answer
    const said = (await answer.text().catch(() => '')).slice(0, 500)
    throw new S3Error(`${method} answered ${status}: ${said}`, { status })
  }
}

// `fetch` says only that it failed, and its cause says why
function unanswered(error: unknown): S3Error {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error
  return new S3Error(cause instanceof Error ? cause.message : String(cause), { cause })
}
