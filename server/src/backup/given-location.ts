import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import type { Bucket } from '../document-store/s3-bucket.ts'
import { givenPath } from '../terminal/given-path.ts'
import { BackupError } from './backup-error.ts'
import { diskLocation } from './disk-location.ts'
import type { Location } from './location.ts'
import { s3Location } from './s3-location.ts'

/** Returns the file or the object that a person named. Throws a `BackupError` or `ConfigError` if that is not possible. */
export function givenLocation(written: string, config: Config): Location {
  if (!written.startsWith('s3://')) return diskLocation(givenPath(written))
  const [bucket = '', ...names] = written.slice('s3://'.length).split('/')
  // any other sign would have to be encoded, and some stores encode it in another way
  const isName = (name: string) => /^[\w.-]+$/.test(name) && name !== '.' && name !== '..'
  if (![bucket, ...names].every(isName) || names.length === 0)
    throw new BackupError(
      `${written} is not an address such as s3://bucket/folder/2026-11-24.backup, of letters, digits, dots, hyphens and underscores.`,
    )
  return s3Location({ bucket, ...storeOf(config) }, names.join('/'))
}

/** Returns the store of BACKUP_S3_*, or that of S3_* if there is none. */
function storeOf(config: Config): Omit<Bucket, 'bucket'> {
  if (config.backupS3Endpoint !== undefined) {
    // readConfig() has checked that they are set
    const { backupS3AccessKeyId = '', backupS3SecretAccessKey = '' } = config
    return {
      endpoint: config.backupS3Endpoint,
      region: config.backupS3Region,
      accessKeyId: backupS3AccessKeyId,
      secretAccessKey: backupS3SecretAccessKey,
    }
  }
  const { s3Endpoint, s3AccessKeyId, s3SecretAccessKey } = config
  if (s3Endpoint === undefined || s3AccessKeyId === undefined || s3SecretAccessKey === undefined)
    throw new ConfigError([
      'S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or the same of BACKUP_S3_, must be set for an s3:// address.',
    ])
  return {
    endpoint: s3Endpoint,
    region: config.s3Region,
    accessKeyId: s3AccessKeyId,
    secretAccessKey: s3SecretAccessKey,
  }
}
