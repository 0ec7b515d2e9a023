import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ByteRange } from './store.ts'

/** The papers of the demonstration's partners, shared by all of them. */
export const SAMPLE_FOLDER = join(import.meta.dirname, '../../demo/sample')

/** A part of one of the product's own sample documents. */
export function readSample(file: string, range: ByteRange): Readable {
  return createReadStream(join(SAMPLE_FOLDER, file), range)
}
