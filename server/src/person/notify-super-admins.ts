import type { FastifyBaseLogger } from 'fastify'
import type { AuthorisedNumber } from '../config/setting.ts'
import type { Mail, SendMail } from '../mail/mail.ts'
import { sendNotice } from '../mail/notice.ts'
import { superAdminAddresses } from '../super-admin/addresses.ts'

interface Dependencies {
  mail: SendMail
  numbers: readonly AuthorisedNumber[]
  log: FastifyBaseLogger
}

/** Mails every Super Admin who has an address. A mail that fails is logged, and the call succeeds without it. */
export async function notifySuperAdmins(
  { mail, numbers, log }: Dependencies,
  mailTo: (address: string) => Mail,
): Promise<void> {
  const addresses = superAdminAddresses(numbers)
  // a mail server that does not answer delays the call once
  await Promise.all(addresses.map((address) => sendNotice(mail, log, mailTo(address))))
}
