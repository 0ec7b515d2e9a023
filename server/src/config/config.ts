import { resolve } from 'node:path'
import {
  DEMONSTRATION_EMAIL,
  DEMONSTRATION_NUMBERS,
  DEMONSTRATION_PASSWORD,
} from '@mandap/demo/account.ts'
import { IDLE_MINUTES } from '@mandap/domain/session/idle.ts'
import { ConfigError } from './config-error.ts'
import { exposures } from './exposure.ts'
import { LIMIT_SETTINGS } from './limit-settings.ts'
import { IMPORT_SETTINGS } from './import-settings.ts'
import { RETENTION_SETTINGS } from './retention-settings.ts'
import { type SecondFactorRule, secondFactorRule } from './second-factor-rule.ts'
import { serviceProblems } from './service-problems.ts'
import { CONNECTIONS, unencrypted } from './unencrypted.ts'
import { scanProblems } from './scan-problems.ts'
import { smsProblems } from './sms-problems.ts'
import {
  apiKey,
  type AuthorisedNumber,
  email,
  file,
  host,
  oneOf,
  optional,
  someOf,
  origin,
  origins,
  password,
  proxies,
  scanner,
  secret,
  sender,
  setting,
  type Setting,
  text,
  threeNumbers,
  url,
  viewer,
  wholeNumber,
  writtenIn,
} from './setting.ts'

/** All settings. The server reads them, and docs/settings.md is generated from them. */
export const SETTINGS = {
  port: setting('PORT', '4000', 'Port of the console and of every call.', wholeNumber(1, 65_535)),
  host: setting(
    'HOST',
    '127.0.0.1',
    'Address to listen on; `0.0.0.0` or `::` for every network of the machine; `localhost` means `127.0.0.1`. With a proxy on another machine or in a container, it needs `ALLOW_UNENCRYPTED=proxy`.',
    host,
  ),
  publicUrl: optional(
    'PUBLIC_URL',
    'Address at which browsers reach the server, also used in mailed links. Unset: `http://localhost:PORT`.',
    origin,
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    'false',
    'Proxies whose `X-Forwarded-*` headers are trusted: `false` (none), their addresses, such as `10.0.0.0/8,127.0.0.1`, or `true` (all), which is accepted only on a server that others cannot reach.',
    proxies,
  ),
  allowUnencrypted: setting(
    'ALLOW_UNENCRYPTED',
    '',
    'Connections to other machines that may be unencrypted, joined by commas: `browsers` (to this server, or to an address of the settings), `proxy` (to this server, from a proxy on another machine or in a container), `postgresql`, `s3`, `smtp`, `clamd` and `import` (what `npm run import` reads). Only for a network that nobody else can read. Unset: the server refuses settings with which they would be, and mail servers without STARTTLS.',
    someOf(...CONNECTIONS),
  ),
  identityOrigins: optional(
    'IDENTITY_ORIGINS',
    'Other origins whose pages may sign in here, such as `https://console.example`, joined by commas. Unset: only pages of this server.',
    origins,
  ),
  dataDir: setting(
    'DATA_DIR',
    './.data',
    'Folder of the embedded PostgreSQL, of documents, of the encryption key, and of mail and SMS that were not sent.',
    (path) => resolve(path),
  ),
  encryptionKeyFile: optional(
    'ENCRYPTION_KEY_FILE',
    'File with the key that encrypts personal numbers and documents: 32 random bytes in Base64, as `openssl rand -base64 32` prints them. All servers of a database need the same key, and without it nobody can read what was encrypted. Unset: `DATA_DIR/encryption.key`, which the first start makes. Keep a copy elsewhere.',
    (path) => resolve(path),
  ),
  aadhaar: setting(
    'AADHAAR',
    'whole',
    'What is stored of Aadhaar numbers: `whole` (encrypted, for ‘Show’) or `last4` (the last four digits only). The start with `last4` deletes the whole numbers that are stored.',
    oneOf('whole', 'last4'),
  ),
  databaseUrl: secret(
    'DATABASE_URL',
    'Address of your own PostgreSQL, such as `postgres://user:password@host/name?sslmode=verify-full`. Unset: an embedded one in `DATA_DIR`, in which the server’s own role cannot change the audit log.',
    url('postgres:', 'postgresql:'),
  ),
  databaseOwnerUrl: secret(
    'DATABASE_OWNER_URL',
    'The same PostgreSQL with the role that owns and migrates the tables. The role of `DATABASE_URL` then gets only the rights for serving, and cannot change the audit log. Requires `DATABASE_URL`.',
    url('postgres:', 'postgresql:'),
  ),
  databaseDirectUrl: secret(
    'DATABASE_DIRECT_URL',
    'The PostgreSQL of `DATABASE_URL` without the connection pooler, for one connection per server on which changes are announced at once. Unset: `DATABASE_URL`; behind a pooler that shares sessions, changes are then read every second.',
    url('postgres:', 'postgresql:'),
  ),
  databaseReadUrl: secret(
    'DATABASE_READ_URL',
    'A replica of the PostgreSQL of `DATABASE_URL`, or several behind one address. Lists, searches, counts and exports are read there, and from the primary while the replica lacks what the person has written or the changes that their console has received, or does not answer. Unset: everything is read from the primary.',
    url('postgres:', 'postgresql:'),
  ),
  backupPassphrase: secret(
    'BACKUP_PASSPHRASE',
    'Passphrase that encrypts and decrypts the files of `npm run backup` and `npm run restore`, 12 characters or more. Unset: they ask for it on the terminal.',
    password,
  ),
  ...RETENTION_SETTINGS,
  demoData: setting(
    'DEMO_DATA',
    'full',
    'Demonstration data that is added to an empty database at the first start: `full` or `none`.',
    oneOf('full', 'none'),
  ),
  adminEmail: setting(
    'ADMIN_EMAIL',
    DEMONSTRATION_EMAIL,
    'E-mail address of the first administrator. It counts only while there is no administrator.',
    email,
  ),
  adminPassword: {
    ...setting(
      'ADMIN_PASSWORD',
      DEMONSTRATION_PASSWORD,
      'Password of the first administrator, 12 characters or more. It counts only while there is no administrator.',
      password,
    ),
    isSecret: true,
  },
  breachedPasswords: optional(
    'BREACHED_PASSWORDS',
    'File of passwords from data breaches that nobody may choose: SHA-1 hashes in order, one per line, as the downloader of Have I Been Pwned writes it. Unset: the most common passwords are refused.',
    file,
  ),
  identity: setting(
    'IDENTITY',
    'embedded',
    'Identity service: `embedded` or `firebase` (also for Google Identity Platform).',
    oneOf('embedded', 'firebase'),
  ),
  secondFactor: optional(
    'SECOND_FACTOR',
    'Second factor of administrators (a passkey or a code of an authenticator app): `required` (each adds one at the next sign-in), `optional` (each may add some) or `off`. Unset: `required`; `optional` with the demonstration data on a server that others cannot reach, and with `IDENTITY=firebase`. Passkeys work for the domain of `PUBLIC_URL` only. With `IDENTITY=firebase`, `required` accepts only tokens of sign-ins with a second factor of that service.',
    oneOf('optional', 'required', 'off'),
  ),
  firebaseProjectId: optional(
    'FIREBASE_PROJECT_ID',
    'Project whose tokens are accepted. Required with `IDENTITY=firebase`.',
    text,
  ),
  firebaseApiKey: optional(
    'FIREBASE_API_KEY',
    'Web API key of that project. Required with `IDENTITY=firebase`.',
    text,
  ),
  idleMinutes: setting(
    'IDLE_MINUTES',
    String(IDLE_MINUTES),
    'Minutes without activity after which the console signs out.',
    wholeNumber(2, 1440),
  ),
  smtpUrl: secret(
    'SMTP_URL',
    'Mail server, such as `smtps://user:password@host`, or `smtp:` for one with STARTTLS. Unset: each mail is a file in `DATA_DIR/outbox`.',
    url('smtp:', 'smtps:'),
  ),
  mailFrom: setting(
    'MAIL_FROM',
    'Mandap <no-reply@mandap.example>',
    'Sender of mail: an address that the mail server of `SMTP_URL` may send from, alone or after a name, such as `Mandap <no-reply@office.example>`.',
    sender,
  ),
  superAdminNumbers: optional(
    'SUPER_ADMIN_NUMBERS',
    'The three phone numbers of Super Admins, 10 digits each, separated by commas. A number such as `9811111111=name@office.example` works only for the administrator with that e-mail address, who also receives the mails to Super Admins. Unset: three demonstration numbers with `DEMO_DATA=full`, otherwise none.',
    threeNumbers,
  ),
  superAdminSecondFactor: setting(
    'SUPER_ADMIN_SECOND_FACTOR',
    'ask',
    'Whether turning Super Admin on asks for the second factor too: `ask` (those who have one), `required` (nobody turns it on without one) or `off`. With `SECOND_FACTOR=off` nobody is asked. With `IDENTITY=firebase` the identity service asks at the sign-in, and `required` needs `SECOND_FACTOR=required`.',
    oneOf('ask', 'required', 'off'),
  ),
  sms: setting(
    'SMS',
    'development',
    'Service that sends OTPs: `fast2sms`, `msg91`, `twilio`, or `development`, which writes each SMS to a file in `DATA_DIR/outbox` and shows the OTP in the console on this machine.',
    oneOf('development', 'fast2sms', 'msg91', 'twilio'),
  ),
  fast2smsKey: secret(
    'FAST2SMS_KEY',
    'Authorization key of the Fast2SMS account. Required with `SMS=fast2sms`.',
    text,
  ),
  fast2smsRoute: setting(
    'FAST2SMS_ROUTE',
    'otp',
    'Route of Fast2SMS: `otp`, `q` (Quick SMS), or `dlt` with a sender and a message that DLT approved.',
    oneOf('otp', 'q', 'dlt'),
  ),
  fast2smsSenderId: optional(
    'FAST2SMS_SENDER_ID',
    'Sender id that DLT approved. Required with `FAST2SMS_ROUTE=dlt`.',
    text,
  ),
  fast2smsMessageId: optional(
    'FAST2SMS_MESSAGE_ID',
    'Id of the approved message, whose one variable is the OTP. Required with `FAST2SMS_ROUTE=dlt`.',
    text,
  ),
  msg91Key: secret('MSG91_KEY', 'Auth key of the MSG91 account. Required with `SMS=msg91`.', text),
  msg91TemplateId: optional(
    'MSG91_TEMPLATE_ID',
    'Id of the OTP template there. Required with `SMS=msg91`.',
    text,
  ),
  twilioAccountSid: optional(
    'TWILIO_ACCOUNT_SID',
    'Account SID at Twilio. Required with `SMS=twilio`.',
    text,
  ),
  twilioAuthToken: secret(
    'TWILIO_AUTH_TOKEN',
    'Auth token of that account. Required with `SMS=twilio`.',
    text,
  ),
  twilioFrom: optional(
    'TWILIO_FROM',
    'Number that sends, such as `+15550100001`, or the SID of a messaging service. Required with `SMS=twilio`.',
    text,
  ),
  uploadApiKey: secret(
    'UPLOAD_API_KEY',
    'Key that the marketplace’s applications send as `api-key` to upload documents, 24 characters or more. Unset: uploads are disabled.',
    apiKey,
  ),
  clamd: optional(
    'CLAMD',
    'Address of clamd, which scans each document for viruses before it is stored: `host:port`, or the path of its socket, such as `/run/clamav/clamd.ctl`; `off` stores documents without a scan. Required with `DEMO_DATA=none` to accept uploads (`UPLOAD_API_KEY`) and to copy documents (`npm run import -- --documents`).',
    scanner,
  ),
  documentStore: setting(
    'DOCUMENT_STORE',
    'disk',
    'Where documents are stored: `disk` (`DATA_DIR/documents`, which several servers must share) or `s3` (any compatible store).',
    oneOf('disk', 's3'),
  ),
  s3Endpoint: optional(
    'S3_ENDPOINT',
    'Address of the S3 store, such as `https://s3.ap-south-1.amazonaws.com`. Required with `DOCUMENT_STORE=s3`.',
    url('https:', 'http:'),
  ),
  s3Bucket: optional('S3_BUCKET', 'Bucket for documents. Required with `DOCUMENT_STORE=s3`.', text),
  s3Region: setting(
    'S3_REGION',
    'us-east-1',
    'Region that requests to the S3 store are signed for.',
    text,
  ),
  s3AccessKeyId: optional(
    'S3_ACCESS_KEY_ID',
    'Access key of the S3 store. Required with `DOCUMENT_STORE=s3`.',
    text,
  ),
  s3SecretAccessKey: secret(
    'S3_SECRET_ACCESS_KEY',
    'Secret of that access key. Required with `DOCUMENT_STORE=s3`.',
    text,
  ),
  backupS3Endpoint: optional(
    'BACKUP_S3_ENDPOINT',
    'Address of another S3 store for `npm run backup -- s3://…` and `npm run restore -- s3://…`. Unset: that of `S3_ENDPOINT`, with its region and keys.',
    url('https:', 'http:'),
  ),
  backupS3Region: setting(
    'BACKUP_S3_REGION',
    'us-east-1',
    'Region that requests to that store are signed for.',
    text,
  ),
  backupS3AccessKeyId: optional(
    'BACKUP_S3_ACCESS_KEY_ID',
    'Access key of that store. Required with `BACKUP_S3_ENDPOINT`.',
    text,
  ),
  backupS3SecretAccessKey: secret(
    'BACKUP_S3_SECRET_ACCESS_KEY',
    'Secret of that access key. Required with `BACKUP_S3_ENDPOINT`.',
    text,
  ),
  ...LIMIT_SETTINGS,
  documentOrigins: optional(
    'DOCUMENT_ORIGINS',
    'Origins from which browsers may load partners’ documents that this server does not keep, such as `https://files.example`, joined by commas. They load documents from nowhere else. `npm run import` prints the line for the documents that it finds; `npm run import -- --documents` copies them into this server instead.',
    origins,
  ),
  ...IMPORT_SETTINGS,
  officeViewer: optional(
    'OFFICE_VIEWER',
    'External viewer for Office files, with `{url}` where the address of the file goes, such as `https://view.officeapps.live.com/op/embed.aspx?src={url}`. It fetches the file from `PUBLIC_URL`. Unset: Office files are only downloaded.',
    viewer,
  ),
  pdfViewer: optional(
    'PDF_VIEWER',
    'The same for PDF files. Unset: the console shows PDF files itself.',
    viewer,
  ),
  metricsPort: optional(
    'METRICS_PORT',
    'Port for `GET /metrics`, which Prometheus reads. Unset: it is on `PORT` if `METRICS_TOKEN` is set, otherwise nowhere. The port has no other call, and without `METRICS_TOKEN` it is open to this machine only.',
    wholeNumber(1, 65_535),
  ),
  metricsToken: secret(
    'METRICS_TOKEN',
    'Token that Prometheus sends as `Authorization: Bearer …`, 24 characters or more. With it, `GET /health/ready` also says which part fails.',
    apiKey,
  ),
  drainDelaySeconds: setting(
    'DRAIN_DELAY_SECONDS',
    '5',
    'Seconds in which a server that is stopped is not ready, but still accepts connections, so that the load balancer can notice. Without effect on a server whose `/health/ready` nobody checked in the last 30 seconds.',
    wholeNumber(0, 300),
  ),
  drainSeconds: setting(
    'DRAIN_SECONDS',
    '15',
    'Seconds in which open requests may finish when the server is stopped, after `DRAIN_DELAY_SECONDS`. A second signal ends them at once.',
    wholeNumber(0, 3600),
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'warn',
    'How much is logged, as lines of JSON on standard output: `fatal`, `error`, `warn`, `info` (one line per request), `debug`, `trace` or `silent`.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
} as const

type Values = {
  -readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never
}

/** The settings of this process: `dataDir` is absolute, `publicUrl` is an origin without a final slash. */
export type Config = Omit<Values, 'publicUrl' | 'superAdminNumbers' | 'secondFactor'> & {
  publicUrl: string
  secondFactor: SecondFactorRule
  superAdminNumbers: readonly AuthorisedNumber[]
}

/** Reads all settings. Throws one `ConfigError` with all problems. A blank variable counts as unset. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [key, one] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const { variable, fallback, read } = one
    try {
      const written = writtenIn(env, one) || fallback
      values[key] = written === undefined ? undefined : read(written)
    } catch (error) {
      problems.push(
        `${variable} must be ${error instanceof Error ? error.message : String(error)}.`,
      )
    }
  }
  if (problems.length > 0) throw new ConfigError(problems)
  // each key of SETTINGS was read by its own reader just above
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const read = values as Values
  const publicUrl = read.publicUrl ?? `http://localhost:${read.port}`
  const config: Config = {
    ...read,
    publicUrl,
    secondFactor: read.secondFactor ?? secondFactorRule({ ...read, publicUrl }),
    superAdminNumbers:
      read.superAdminNumbers ??
      (read.demoData === 'full' ? DEMONSTRATION_NUMBERS : []).map((number) => ({ number })),
  }
  problems.push(...contradictions(config))
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

function contradictions(config: Config): string[] {
  return [
    ...serviceProblems(config),
    ...(config.metricsPort === config.port ? ['METRICS_PORT must be another port than PORT.'] : []),
    ...smsProblems(config),
    ...scanProblems(config),
    ...exposures(config),
    ...unencrypted(config),
  ]
}
