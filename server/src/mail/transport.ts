import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { encryptedSmtp } from '../config/unencrypted.ts'
import { outboxMail, type SendMail, smtpMail } from './mail.ts'

/** Returns what sends the mails of these settings. Calls `say` with a line for each mail that becomes a file. */
export function mailTransport(
  {
    smtpUrl,
    mailFrom,
    dataDir,
    allowUnencrypted,
  }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'allowUnencrypted'>,
  say: (line: string) => void,
): SendMail {
  if (smtpUrl === undefined) return outboxMail(join(dataDir, 'outbox'), mailFrom, say)
  return smtpMail(allowUnencrypted.includes('smtp') ? smtpUrl : encryptedSmtp(smtpUrl), mailFrom)
}
