import { isLoopback } from '../network/loopback.ts'
import { NOT_SCANNED } from './setting.ts'
import { whyExposed } from './exposure.ts'

/** The connections that `ALLOW_UNENCRYPTED` can name. */
export const CONNECTIONS = [
  'browsers',
  'proxy',
  'postgresql',
  's3',
  'smtp',
  'clamd',
  'import',
] as const

export type Connection = (typeof CONNECTIONS)[number]

interface Settings {
  host: string
  publicUrl: string
  databaseUrl: string | undefined
  databaseOwnerUrl: string | undefined
  databaseDirectUrl: string | undefined
  databaseReadUrl: string | undefined
  smtpUrl: string | undefined
  clamd: string | undefined
  s3Endpoint: string | undefined
  backupS3Endpoint: string | undefined
  identityOrigins: readonly string[] | undefined
  documentOrigins: readonly string[] | undefined
  officeViewer: string | undefined
  pdfViewer: string | undefined
  allowUnencrypted: readonly Connection[]
}

/** The settings with an address that browsers request. */
const REQUESTED_BY_BROWSERS = {
  IDENTITY_ORIGINS: ({ identityOrigins }) => identityOrigins,
  DOCUMENT_ORIGINS: ({ documentOrigins }) => documentOrigins,
  OFFICE_VIEWER: ({ officeViewer }) => (officeViewer ? [officeViewer] : []),
  PDF_VIEWER: ({ pdfViewer }) => (pdfViewer ? [pdfViewer] : []),
} satisfies Record<string, (settings: Settings) => readonly string[] | undefined>

/** Returns the settings with which data would be sent unencrypted to another machine, as sentences. */
export function unencrypted(settings: Settings): string[] {
  const problems: [Connection, string | undefined][] = [
    ['browsers', browserProblem(settings)],
    ['proxy', proxyProblem(settings)],
    ...Object.entries(REQUESTED_BY_BROWSERS).map(
      ([variable, addressesOf]): [Connection, string | undefined] => [
        'browsers',
        addressesOf(settings)?.some(isPlainHttp)
          ? `${variable} must have https: addresses.`
          : undefined,
      ],
    ),
    ['postgresql', databaseProblem('DATABASE_URL', settings.databaseUrl)],
    ['postgresql', databaseProblem('DATABASE_OWNER_URL', settings.databaseOwnerUrl)],
    ['postgresql', databaseProblem('DATABASE_DIRECT_URL', settings.databaseDirectUrl)],
    ['postgresql', databaseProblem('DATABASE_READ_URL', settings.databaseReadUrl)],
    ['smtp', smtpProblem(settings.smtpUrl)],
    ['clamd', scannerProblem(settings.clamd)],
    ['s3', s3Problem('S3_ENDPOINT', settings.s3Endpoint)],
    ['s3', s3Problem('BACKUP_S3_ENDPOINT', settings.backupS3Endpoint)],
  ]
  return problems.flatMap(([connection, problem]) =>
    problem === undefined || settings.allowUnencrypted.includes(connection)
      ? []
      : [
          `${problem} If nobody else can read the network in between, set ALLOW_UNENCRYPTED=${connection}.`,
        ],
  )
}

/** Returns whether requests of this address are sent unencrypted to another machine. */
export function isPlainHttp(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !isLoopback(hostname)
}

/** Returns the address of the mail server so that no mail is sent to another machine without TLS. */
export function encryptedSmtp(address: string): string {
  const url = new URL(address)
  if (url.protocol === 'smtp:' && !isLoopback(url.hostname))
    url.searchParams.set('requireTLS', 'true')
  return url.href
}

function browserProblem(settings: Settings): string | undefined {
  const exposed = whyExposed(settings)
  if (exposed === undefined || settings.publicUrl.startsWith('https:')) return undefined
  return `PUBLIC_URL must be the https: address of a proxy in front of the server before it starts with ${exposed}: browsers would send passwords and identity papers unencrypted.`
}

// the server has no TLS of its own, so a proxy on another machine sends it what browsers sent encrypted
function proxyProblem({ host, publicUrl }: Settings): string | undefined {
  if (isLoopback(host) || !publicUrl.startsWith('https:')) return undefined
  return `HOST must be a loopback address, such as 127.0.0.1, and the proxy on the same machine: a proxy elsewhere sends passwords and identity papers unencrypted to HOST=${host}.`
}

function databaseProblem(variable: string, address: string | undefined): string | undefined {
  if (address === undefined || isLocalDatabase(address) || usesTls(new URL(address)))
    return undefined
  return `${variable} must end with sslmode=verify-full, because PostgreSQL is on another machine.`
}

// a host that begins with / is the folder of a Unix socket
function isLocalDatabase(address: string): boolean {
  const { hostname, searchParams } = new URL(address)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return host === '' || host.startsWith('/') || isLoopback(host)
}

function usesTls({ searchParams }: URL): boolean {
  const mode = searchParams.get('sslmode')
  if (mode === 'verify-full' || mode === 'verify-ca') return true
  // compatible with libpq, it does not check the certificate
  return mode === 'require' && searchParams.get('uselibpqcompat') !== 'true'
}

function s3Problem(variable: string, address: string | undefined): string | undefined {
  if (address === undefined || !isPlainHttp(address)) return undefined
  return `${variable} must be an https: address.`
}

function scannerProblem(address: string | undefined): string | undefined {
  if (address === undefined || address === NOT_SCANNED || address.startsWith('/')) return undefined
  if (isLoopback(new URL(`tcp://${address}`).hostname)) return undefined
  return 'CLAMD must be on this machine: documents are sent to it unencrypted.'
}

/** Options of the mail transport that turn TLS or the check of the certificate off. */
const SMTP_OPTIONS = ['ignoreTLS', 'requireTLS', 'opportunisticTLS', 'tls.rejectUnauthorized']

function smtpProblem(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const { hostname, searchParams } = new URL(address)
  if (isLoopback(hostname) || !SMTP_OPTIONS.some((name) => searchParams.has(name))) return undefined
  return `SMTP_URL must not have ${SMTP_OPTIONS.join(', ')}, because the mail server is on another machine.`
}
