import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { encryptedSmtp } from '../config/unencrypted.ts'
import { outboxMail, type SendMail, smtpMail } from './mail.ts'

type SmtpSettings = Pick<Config, 'smtpUrl' | 'allowUnencrypted'>

/** Returns what sends the mails of these settings. Calls `say` with a line for each mail that becomes a file. */
export function mailTransport(
  { mailFrom, dataDir, ...settings }: SmtpSettings & Pick<Config, 'mailFrom' | 'dataDir'>,
  say: (line: string) => void,
): SendMail {
  const address = smtpAddress(settings)
  return address === undefined
    ? outboxMail(join(dataDir, 'outbox'), mailFrom, say)
    : smtpMail(address, mailFrom)
}

/** Returns the address of the mail server, which requires TLS unless the settings permit to send mail without it. */
export function smtpAddress({ smtpUrl, allowUnencrypted }: SmtpSettings): string | undefined {
  if (smtpUrl === undefined || allowUnencrypted.includes('smtp')) return smtpUrl
  return encryptedSmtp(smtpUrl)
}
