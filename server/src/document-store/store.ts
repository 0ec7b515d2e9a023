import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config/config.ts'
import { diskStore } from './disk-store.ts'
import type { ReceivedFile } from './receive.ts'
import { s3Store } from './s3-store.ts'

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

/** The store that the settings choose. */
export function documentStore(config: Config): DocumentStore {
  if (config.documentStore === 'disk') return diskStore(join(config.dataDir, 'documents'))
  // the settings were checked to be there
  const { s3Endpoint = '', s3Bucket = '', s3AccessKeyId = '', s3SecretAccessKey = '' } = config
  return s3Store({
    endpoint: s3Endpoint,
    bucket: s3Bucket,
    region: config.s3Region,
    accessKeyId: s3AccessKeyId,
    secretAccessKey: s3SecretAccessKey,
  })
}
