import { type AccountHolder, adviceText } from '../mail/account-holder.ts'
import type { Mail } from '../mail/mail.ts'
import { greeting, notice } from '../mail/notice.ts'
import { type Origin, originText } from '../mail/origin.ts'

/**
 * What happened to the second factor of an administrator. `isLast` is whether none is left, `ended` the number of other
 * sessions that were ended.
 */
export type FactorChange =
  | { is: 'addApp'; ended: number }
  | { is: 'addPasskey'; name: string; ended: number }
  | { is: 'removeApp'; isLast: boolean }
  | { is: 'removePasskey'; name: string; isLast: boolean }
  | { is: 'renewCodes' }
  | { is: 'useRecoveryCode'; left: number }

const SUBJECTS: Readonly<Record<FactorChange['is'], string>> = {
  addApp: 'Authenticator app added to your Mandap account',
  addPasskey: 'Passkey added to your Mandap account',
  removeApp: 'Authenticator app removed from your Mandap account',
  removePasskey: 'Passkey removed from your Mandap account',
  renewCodes: 'New recovery codes for your Mandap account',
  useRecoveryCode: 'A recovery code was used for your Mandap account',
}

/** Returns the mail to an administrator about a change of their second factor, and where it was made. */
export function factorMail(holder: AccountHolder, change: FactorChange, origin: Origin): Mail {
  return notice({
    to: holder.email,
    subject: SUBJECTS[change.is],
    paragraphs: [greeting(holder), textOf(change), originText(origin), adviceText(holder)],
  })
}

function textOf(change: FactorChange): string {
  switch (change.is) {
    case 'addApp':
      return `An authenticator app was added. Signing in now asks for a code of the app.${endedText(change.ended)}`
    case 'addPasskey':
      return `The passkey ‘${change.name}’ was added. Signing in now asks for a passkey or another second factor.${endedText(change.ended)}`
    case 'removeApp':
      return `The authenticator app was removed. ${stillAsked(change.isLast)}`
    case 'removePasskey':
      return `The passkey ‘${change.name}’ was removed. ${stillAsked(change.isLast)}`
    case 'renewCodes':
      return 'New recovery codes were made. The earlier ones no longer work.'
    case 'useRecoveryCode':
      return `A recovery code was used as the second factor. It does not work again. ${codesLeft(change.left)}`
  }
}

function endedText(sessions: number): string {
  return sessions > 0 ? ' All other sessions have ended.' : ''
}

function stillAsked(isLast: boolean): string {
  return isLast
    ? 'Your account has no second factor now.'
    : 'Signing in still asks for another second factor.'
}

function codesLeft(left: number): string {
  return left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`
}
