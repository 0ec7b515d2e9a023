import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ByteRange } from './store.ts'

/** The papers of the demonstration's partners, shared by all of them. */
export const SPECIMEN_FOLDER = join(import.meta.dirname, '../../demo/specimen')

/** A part of one of the product's own specimens. */
export function readSpecimen(file: string, range: ByteRange): Readable {
  return createReadStream(join(SPECIMEN_FOLDER, file), range)
}
