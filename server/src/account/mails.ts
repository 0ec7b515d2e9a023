import { type AccountHolder, adviceText } from '../mail/account-holder.ts'
import type { Mail } from '../mail/mail.ts'
import { greeting, notice } from '../mail/notice.ts'
import { type Origin, originText } from '../mail/origin.ts'
import type { EndedSession } from './sessions.ts'

/** Returns the mail that says that an account without a password has one now. */
export function firstPasswordMail(holder: AccountHolder, origin: Origin): Mail {
  return accountMail(holder, 'Your Mandap password was set', [
    `A password was set for ${holder.email} in the Mandap back office. The account had none before.`,
    originText(origin),
  ])
}

/** Returns the mail that says that the password was changed. */
export function passwordChangedMail(holder: AccountHolder, origin: Origin): Mail {
  return accountMail(holder, 'Your Mandap password was changed', [
    `The password of ${holder.email} for the Mandap back office was changed. All other sessions have ended.`,
    originText(origin),
  ])
}

/** Returns the mail that says that one session was ended. */
export function sessionEndedMail(
  holder: AccountHolder,
  { device, address }: EndedSession,
  origin: Origin,
): Mail {
  return accountMail(holder, 'A session of your Mandap account was ended', [
    `A session of ${holder.email} in the Mandap back office was ended: ${device}${address && `, ${address}`}.`,
    originText(origin),
  ])
}

/** Returns the mail that says that all other sessions were ended. */
export function otherSessionsEndedMail(holder: AccountHolder, ended: number, origin: Origin): Mail {
  const sessions = ended === 1 ? 'The other session' : `${ended} other sessions`
  return accountMail(holder, 'Sessions of your Mandap account were ended', [
    `${sessions} of ${holder.email} in the Mandap back office ${ended === 1 ? 'was' : 'were'} ended.`,
    originText(origin),
  ])
}

function accountMail(holder: AccountHolder, subject: string, texts: string[]) {
  return notice({
    to: holder.email,
    subject,
    paragraphs: [greeting(holder), ...texts, adviceText(holder)],
  })
}
