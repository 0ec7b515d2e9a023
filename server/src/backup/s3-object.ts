import { setTimeout as pause } from 'node:timers/promises'
import { type Bucket, type BucketCall, s3Bucket, S3Error } from '../document-store/s3-bucket.ts'

const ATTEMPTS = 6

/** An object of a bucket. */
export interface S3Object {
  name: string
  /** Sends a request, again after a failure that may be temporary, and returns what `read` makes of the answer. */
  send: <T>(
    request: Omit<BucketCall, 'key'>,
    read: (answer: Response) => T | Promise<T>,
  ) => Promise<T>
}

/**
 * Returns an object of a bucket, whose requests are repeated after temporary failures. The first pause is
 * `firstPauseMs`; each further one is twice as long.
 */
export function s3Object(bucket: Bucket, key: string, firstPauseMs: number): S3Object {
  const send = s3Bucket(bucket)
  return {
    name: `s3://${bucket.bucket}/${key}`,
    async send(request, read) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await read(await send({ key, ...request }))
        } catch (error) {
          if (attempt === ATTEMPTS || !mayPass(error)) throw error
          await pause(firstPauseMs * 2 ** (attempt - 1))
        }
      }
    },
  }
}

// without a status there was no answer, or it broke off
function mayPass(error: unknown): boolean {
  if (!(error instanceof S3Error)) return true
  const { status } = error
  return status === undefined || status >= 500 || status === 429 || status === 408
}
