import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { outboxMail, type SendMail, smtpMail } from './mail.ts'

/** Returns what sends the mails of these settings. Calls `say` with a line for each mail that becomes a file. */
export function mailTransport(
  { smtpUrl, mailFrom, dataDir }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  say: (line: string) => void,
): SendMail {
  return smtpUrl ? smtpMail(smtpUrl, mailFrom) : outboxMail(join(dataDir, 'outbox'), mailFrom, say)
}
