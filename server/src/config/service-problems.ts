import type { SecondFactorRule } from './second-factor-rule.ts'
import { missing } from './setting.ts'

/** The settings of identity service, database and stores. */
interface ServiceSettings {
  identity: 'embedded' | 'firebase'
  firebaseProjectId: string | undefined
  firebaseApiKey: string | undefined
  secondFactor: SecondFactorRule
  superAdminSecondFactor: 'ask' | 'required' | 'off'
  databaseUrl: string | undefined
  databaseOwnerUrl: string | undefined
  databaseDirectUrl: string | undefined
  databaseReadUrl: string | undefined
  documentStore: 'disk' | 's3'
  s3Endpoint: string | undefined
  s3Bucket: string | undefined
  s3AccessKeyId: string | undefined
  s3SecretAccessKey: string | undefined
  backupS3Endpoint: string | undefined
  backupS3AccessKeyId: string | undefined
  backupS3SecretAccessKey: string | undefined
}

/** Returns what is missing or contradictory for the services that the server connects to, as sentences. */
export function serviceProblems(config: ServiceSettings): string[] {
  return [
    ...identityProblems(config),
    ...ownerProblems(config),
    ...databaseProblems(config),
    ...storeProblems(config),
    ...backupStoreProblems(config),
  ]
}

function identityProblems({
  identity,
  firebaseProjectId,
  firebaseApiKey,
  secondFactor,
  superAdminSecondFactor,
}: ServiceSettings): string[] {
  if (identity !== 'firebase') return []
  const problems = missing('IDENTITY=firebase', {
    FIREBASE_PROJECT_ID: firebaseProjectId,
    FIREBASE_API_KEY: firebaseApiKey,
  })
  // the service asks for the factor at the sign-in, and only there
  if (superAdminSecondFactor === 'required' && secondFactor !== 'required')
    problems.push(
      'SECOND_FACTOR=required must be set with SUPER_ADMIN_SECOND_FACTOR=required and IDENTITY=firebase.',
    )
  return problems
}

function ownerProblems({ databaseUrl, databaseOwnerUrl }: ServiceSettings): string[] {
  if (databaseOwnerUrl === undefined) return []
  if (databaseUrl === undefined) return ['DATABASE_URL must be set with DATABASE_OWNER_URL.']
  const [serving, owner] = [new URL(databaseUrl), new URL(databaseOwnerUrl)]
  return serving.username === '' || serving.username === owner.username
    ? ['DATABASE_OWNER_URL must be of another role than the one that DATABASE_URL names.']
    : []
}

function databaseProblems(config: ServiceSettings): string[] {
  if (config.databaseUrl !== undefined) return []
  return Object.entries({
    DATABASE_DIRECT_URL: config.databaseDirectUrl,
    DATABASE_READ_URL: config.databaseReadUrl,
  }).flatMap(([variable, address]) =>
    address === undefined ? [] : [`DATABASE_URL must be set with ${variable}.`],
  )
}

function storeProblems(config: ServiceSettings): string[] {
  if (config.documentStore !== 's3') return []
  return missing('DOCUMENT_STORE=s3', {
    S3_ENDPOINT: config.s3Endpoint,
    S3_BUCKET: config.s3Bucket,
    S3_ACCESS_KEY_ID: config.s3AccessKeyId,
    S3_SECRET_ACCESS_KEY: config.s3SecretAccessKey,
  })
}

function backupStoreProblems(config: ServiceSettings): string[] {
  if (config.backupS3Endpoint === undefined) return []
  return missing('BACKUP_S3_ENDPOINT', {
    BACKUP_S3_ACCESS_KEY_ID: config.backupS3AccessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: config.backupS3SecretAccessKey,
  })
}
