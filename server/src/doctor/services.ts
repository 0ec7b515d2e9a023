import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Config } from '../config/config.ts'
import { scannerOf } from '../config/scan-problems.ts'
import { senderAddress } from '../config/setting.ts'
import { documentStore } from '../document-store/configured-store.ts'
import type { DocumentStore } from '../document-store/store.ts'
import { smtpAddress } from '../mail/transport.ts'
import { isLoopback } from '../network/loopback.ts'
import { SMS_ADDRESSES } from '../sms/transport.ts'
import { findVirus } from '../virus-scan/clamd.ts'
import { withinSeconds } from '../clock/within-seconds.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { reasonOf } from '../error/reason.ts'

const LIMIT_SECONDS = 10

/** Signs in to the mail server, with TLS if mails are sent with it, and sends nothing. */
export async function checkMail(
  settings: Pick<Config, 'smtpUrl' | 'allowUnencrypted'>,
  limitSeconds = LIMIT_SECONDS,
): Promise<Finding> {
  const address = smtpAddress(settings)
  if (address === undefined)
    return warning(
      'Mail',
      'Mails are not sent, but written to DATA_DIR/outbox.',
      'Set SMTP_URL to your mail server.',
    )
  const { host } = new URL(address)
  const { createTransport } = await import('nodemailer')
  // the doctor ends once its connections do
  const limit = limitSeconds * 1000
  const limits = { connectionTimeout: limit, greetingTimeout: limit, socketTimeout: limit }
  const transport = createTransport({ url: address, ...limits })
  try {
    await withinSeconds(limitSeconds, transport.verify())
    return ok('Mail', `${host} accepts the account of SMTP_URL.`)
  } catch (error) {
    return problem(
      'Mail',
      `${host} cannot be used: ${reasonOf(error)}.`,
      'Check host, port, user and password in SMTP_URL; smtps:// is for port 465, smtp:// for 587.',
    )
  } finally {
    transport.close()
  }
}

/** Checks that mails to others have a sender of one's own. Mail servers drop those of a domain that does not exist. */
export function checkSender({
  smtpUrl,
  mailFrom,
}: Pick<Config, 'smtpUrl' | 'mailFrom'>): Finding[] {
  if (smtpUrl === undefined) return []
  const isOwn = !/[.@]example$/i.test(senderAddress(mailFrom) ?? '')
  if (isOwn) return [ok('Sender', `Mails are from ${mailFrom}.`)]
  const found = `Mails are from ${mailFrom}, a domain that nobody can have. Many mail servers refuse them.`
  const fix = 'Set MAIL_FROM to an address that your mail server may send from.'
  // the one on this machine may be for tests
  const isOnlyHere = isLoopback(new URL(smtpUrl).hostname)
  return [isOnlyHere ? warning('Sender', found, fix) : problem('Sender', found, fix)]
}

/** Checks that the SMS service can be reached. Sends nothing, and does not use the key. */
export async function checkSms(
  { sms, superAdminNumbers }: Pick<Config, 'sms' | 'superAdminNumbers'>,
  addresses: Readonly<Record<string, string>> = SMS_ADDRESSES,
): Promise<Finding> {
  const address = addresses[sms]
  if (address === undefined)
    return superAdminNumbers.length === 0
      ? ok('SMS', 'Nobody can become Super Admin, so no SMS service is needed.')
      : warning(
          'SMS',
          'OTPs are not sent, but written to DATA_DIR/outbox and shown in the console.',
          'Set SMS to fast2sms, msg91 or twilio.',
        )
  const { host } = new URL(address)
  try {
    await withinSeconds(LIMIT_SECONDS, fetch(address, { method: 'HEAD' }))
    return ok('SMS', `${host} answers. The first OTP shows whether it accepts the key.`)
  } catch (error) {
    return problem(
      'SMS',
      `${host} does not answer: ${reasonOf(error)}.`,
      'Let this machine open connections to it on port 443.',
    )
  }
}

/** Stores, reads and deletes a small object. */
export async function checkStore(config: Config): Promise<Finding> {
  const where = config.documentStore === 's3' ? (config.s3Bucket ?? '') : config.dataDir
  const key = `doctor-${randomUUID()}`
  // where the server receives uploads, because the folder of the documents may be a file system of its own
  const incoming = join(config.dataDir, 'documents/incoming')
  const path = join(incoming, key)
  const content = 'A check of the document store.'
  try {
    const store = documentStore(config)
    await mkdir(config.dataDir, { recursive: true })
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    await writeFile(path, content, { mode: 0o600 })
    const sha256 = createHash('sha256').update(content).digest()
    const file = { path, size: content.length, sha256, type: 'text/plain' }
    await withinSeconds(LIMIT_SECONDS, store.put(key, file))
    const stored = await store.read(key, { start: 0, end: content.length - 1 })
    const read = stored ? await text(stored) : ''
    await store.remove(key)
    if (read !== content) throw new Error('it returned another content than was stored')
    return await checkMissing(store, key, where)
  } catch (error) {
    return problem(
      'Documents',
      `${where} cannot be used: ${reasonOf(error)}.`,
      config.documentStore === 's3'
        ? 'Check S3_ENDPOINT, S3_BUCKET and the keys, which must be allowed to list the bucket, and to put, get and delete objects.'
        : 'Let the account of the server write DATA_DIR/documents.',
    )
  } finally {
    // in a folder that cannot be used, no file was written
    await rm(path, { force: true }).catch(() => {})
  }
}

/** Reads a document that is not there. */
async function checkMissing(store: DocumentStore, key: string, where: string): Promise<Finding> {
  try {
    await store.read(key, { start: 0, end: 0 })
    return ok('Documents', `A document was stored in ${where}, read and deleted.`)
  } catch (error) {
    return warning(
      'Documents',
      `${where} does not say that a document is missing: ${reasonOf(error)}. A missing document would end a backup or a move. The document store does not count as working, so the alert PartDown fires.`,
      'Allow the keys s3:ListBucket. Without it, AWS answers 403 for an object that is not there.',
    )
  }
}

/** Lets the virus scanner scan a small content. */
export async function checkScanner(
  settings: Pick<Config, 'clamd' | 'uploadApiKey'>,
): Promise<Finding> {
  const scanner = scannerOf(settings)
  const subject = 'Viruses'
  if (scanner === undefined)
    return settings.uploadApiKey === undefined
      ? ok(subject, 'Uploads are disabled, so no scanner is needed.')
      : warning(
          subject,
          'Uploads are stored without a virus scan.',
          'Install clamav-daemon, and set CLAMD to its address.',
        )
  try {
    const content = Readable.from([Buffer.from('A check of the virus scanner.')])
    await findVirus(scanner, content, LIMIT_SECONDS * 1000)
    return ok(subject, `The scanner at ${scanner} answers.`)
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    return problem(
      subject,
      `The scanner at ${scanner} cannot be used: ${reasonOf(cause)}.`,
      'Check that clamav-daemon runs, that it has its signatures, and that CLAMD is its address.',
    )
  }
}

/** Checks that the addresses of clients are known behind the proxy that an address with HTTPS needs. */
export function checkProxy({
  publicUrl,
  trustProxy,
}: Pick<Config, 'publicUrl' | 'trustProxy'>): Finding[] {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol !== 'https:' || isLoopback(hostname)) return []
  if (trustProxy !== false) return [ok('Proxy', `TRUST_PROXY is ${String(trustProxy)}.`)]
  return [
    warning(
      'Proxy',
      'No proxy is trusted, so all clients have its address: failed sign-ins of one can lock out the others.',
      'Set TRUST_PROXY to the addresses from which your proxies reach the server, such as 127.0.0.1.',
    ),
  ]
}

/** Opens the address that browsers use, while a server runs. */
export async function checkPublicUrl({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<Finding> {
  const url = new URL(publicUrl)
  if (isLoopback(url.hostname)) return ok('Address', `${publicUrl} is for this machine.`)
  if (url.protocol !== 'https:')
    return warning(
      'Address',
      `Browsers reach ${publicUrl} without encryption.`,
      'Put an HTTPS proxy in front of the server, and set PUBLIC_URL to its https:// address.',
    )
  try {
    const answer = await withinSeconds(LIMIT_SECONDS, fetch(`${publicUrl}/health`))
    if (answer.ok) return ok('Address', `${publicUrl} answers.`)
    throw new Error(`it answers ${answer.status}`)
  } catch (error) {
    return warning(
      'Address',
      `${publicUrl} does not reach the server from here: ${reasonOf(error)}.`,
      'Start the server, and check the proxy, its certificate and the DNS entry.',
    )
  }
}
