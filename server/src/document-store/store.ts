import type { Readable } from 'node:stream'
import type { ReceivedFile } from './receive.ts'

/** Stores the contents of documents by key. The content of a key never changes. */
export interface DocumentStore {
  /** Stores the file completely or not at all. May move it away from its path. */
  put(key: string, file: ReceivedFile & { type: string }): Promise<void>
  /** Returns bytes `start` to `end`, both included; `null` if there is no such key. */
  read(key: string, range: ByteRange): Promise<Readable | null>
  remove(key: string): Promise<void>
  /** Rejects if the store does not answer or denies access. */
  check(): Promise<void>
}

export interface ByteRange {
  start: number
  end: number
}
