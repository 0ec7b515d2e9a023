import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { diskStore } from './disk-store.ts'
import { s3Store } from './s3-store.ts'
import type { DocumentStore } from './store.ts'

/** Returns the store that the settings choose. */
export function documentStore(config: Config): DocumentStore {
  if (config.documentStore === 'disk') return diskStore(join(config.dataDir, 'documents'))
  // readConfig() has checked that they are set
  const { s3Endpoint = '', s3Bucket = '', s3AccessKeyId = '', s3SecretAccessKey = '' } = config
  return s3Store({
    endpoint: s3Endpoint,
    bucket: s3Bucket,
    region: config.s3Region,
    accessKeyId: s3AccessKeyId,
    secretAccessKey: s3SecretAccessKey,
  })
}
