import type { Readable } from 'node:stream'
import type { ReceivedFile } from './receive.ts'

/** Where the contents of documents are kept, by key. What is under a key never changes. */
export interface DocumentStore {
  /** Keeps the file, whole or not at all. It may be moved away from where it was received. */
  put(key: string, file: ReceivedFile & { type: string }): Promise<void>
  /** Bytes `start` to `end`, both included; `null` where nothing is kept under the key. */
  read(key: string, range: ByteRange): Promise<Readable | null>
  remove(key: string): Promise<void>
}

export interface ByteRange {
  start: number
  end: number
}
