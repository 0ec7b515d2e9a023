import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ByteRange } from './store.ts'

/** The sample documents of the demonstration, which all of its partners share. */
export const SAMPLE_FOLDER = join(import.meta.dirname, '../../demo/sample')

/** Returns a byte range of a sample document. */
export function readSample(file: string, range: ByteRange): Readable {
  return createReadStream(join(SAMPLE_FOLDER, file), range)
}
