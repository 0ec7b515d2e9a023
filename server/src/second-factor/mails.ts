import type { Mail } from '../mail/mail.ts'
import { greeting, notice } from '../mail/notice.ts'

/** What happened to the second factor of an administrator. */
export type FactorChange = 'addFactor' | 'removeFactor' | 'renewCodes' | 'useRecoveryCode'

const SUBJECTS: Readonly<Record<FactorChange, string>> = {
  addFactor: 'Second factor added to your Mandap account',
  removeFactor: 'Second factor removed from your Mandap account',
  renewCodes: 'New recovery codes for your Mandap account',
  useRecoveryCode: 'A recovery code was used for your Mandap account',
}

const TEXTS: Readonly<Record<FactorChange, string>> = {
  addFactor: 'An authenticator app was added. Signing in now asks for a code of the app.',
  removeFactor: 'The authenticator app was removed. Signing in now asks for the password alone.',
  renewCodes: 'New recovery codes were made. The earlier ones no longer work.',
  useRecoveryCode: 'A recovery code was used instead of a code of the app. It does not work again.',
}

const ADVICE =
  'If it was not you, choose a new password with ‘Forgot Password?’ on the login screen, and tell a Super Admin.'

/** Returns the mail that tells an administrator about a change of their second factor. */
export function factorMail(
  administrator: { email: string; name: string },
  change: FactorChange,
  note?: string,
): Mail {
  return notice({
    to: administrator.email,
    subject: SUBJECTS[change],
    paragraphs: [greeting(administrator), TEXTS[change], ...(note ? [note] : []), ADVICE],
  })
}
