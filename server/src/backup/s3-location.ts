import type { Bucket } from '../document-store/s3-bucket.ts'
import type { Location } from './location.ts'
import { s3Object } from './s3-object.ts'
import { contentOf, existingHead, headOf } from './s3-read.ts'
import { upload } from './s3-upload.ts'

const MEBIBYTE = 1024 * 1024

/** Each part is in memory. S3 accepts 10,000 parts, so a backup has at most 640 GB. */
const PART_BYTES = 64 * MEBIBYTE

/** Bytes per request when an object is read. */
const RANGE_BYTES = 8 * MEBIBYTE

const FIRST_PAUSE_MS = 500

export interface S3Options {
  partBytes?: number
  rangeBytes?: number
  /** Milliseconds before the first repetition. Each further pause is twice as long. */
  firstPauseMs?: number
}

/** Returns the location of a backup that is an object of a bucket. */
export function s3Location(
  bucket: Bucket,
  key: string,
  {
    partBytes = PART_BYTES,
    rangeBytes = RANGE_BYTES,
    firstPauseMs = FIRST_PAUSE_MS,
  }: S3Options = {},
): Location {
  const object = s3Object(bucket, key, firstPauseMs)
  return {
    name: object.name,
    exists: async () => (await headOf(object)) !== null,
    size: async () => (await existingHead(object)).size,
    read: (range) => contentOf(object, range, rangeBytes),
    write: (content) => upload(object, content, partBytes),
  }
}
