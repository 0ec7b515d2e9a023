import { ROLES, type Role } from '@mandap/domain/session/role.ts'
import { HANDED_CODE_MINUTES, INVITATION_HOURS } from '../identity/reset-code.ts'
import type { Mail } from '../mail/mail.ts'
import { greeting, notice } from '../mail/notice.ts'

/** The person to whom a mail goes, and who acted: a Super Admin, by e-mail address, or the operator of the server. */
interface Told {
  email: string
  name: string
  by: string
}

const UNKNOWN = 'If you do not know of this, tell a Super Admin.'

/** Returns the mail with the link of an invitation. */
export function invitationMail(told: Told, link: string): Mail {
  return mailTo(told, 'Your invitation to the Mandap back office', [
    `${told.by} invited you to the Mandap back office as ${told.email}.`,
    `Choose your password:\n${link}`,
    `The link works once, within ${INVITATION_HOURS} hours. If you did not expect this mail, ignore it.`,
  ])
}

/** Returns the mail that says that the account is disabled. */
export function disabledMail(told: Told): Mail {
  return mailTo(told, 'Your Mandap account was disabled', [
    `${told.by} disabled the account ${told.email} of the Mandap back office. All of its sessions have ended, and it can no longer sign in.`,
    'Ask a Super Admin if you need access.',
  ])
}

/** Returns the mail that says that another administrator ended all sessions. */
export function sessionsEndedMail(told: Told): Mail {
  return mailTo(told, 'You were signed out of Mandap', [
    `${told.by} ended all sessions of ${told.email} in the Mandap back office. Sign in again to continue.`,
  ])
}

/** Returns the mail that says that the role was changed. */
export function roleChangedMail(told: Told, role: Role): Mail {
  return mailTo(told, 'Your role in Mandap was changed', [
    `${told.by} changed the role of ${told.email} in the Mandap back office to ${ROLES[role].toLowerCase()}.`,
    role === 'viewer'
      ? 'You can see lists and records, and change nothing. You do not see documents and whole personal numbers.'
      : 'You can see and change records.',
  ])
}

/** Returns the mail that says that somebody else removed the second factor. */
export function factorResetMail(told: Told): Mail {
  return mailTo(told, 'Second factor removed from your Mandap account', [
    `${told.by} removed the second factor of ${told.email} in the Mandap back office. Your account has no second factor now.`,
    UNKNOWN,
  ])
}

/** Returns the mail that says that an operator gave access, and how to sign in. */
export function accessMail(told: Told, role: Role, signIn: 'link' | 'password' | 'firebase'): Mail {
  return mailTo(told, 'Your access to the Mandap back office', [
    `${told.by} gave ${told.email} access to the Mandap back office as ${ROLES[role].toLowerCase()}.`,
    SIGN_IN[signIn],
    UNKNOWN,
  ])
}

/** How a person signs in who was given access. */
const SIGN_IN = {
  link: `The operator gives you a link to choose a password. It works once, within ${HANDED_CODE_MINUTES / 60} hours.`,
  password: 'Sign in with the password that you have.',
  firebase: 'Sign in with your account of the Firebase project.',
}

/** Returns the mail that says that an operator made a link for a new password. */
export function passwordLinkMail(told: Told): Mail {
  return mailTo(told, 'A link for a new Mandap password was made', [
    `${told.by} made a link with which a new password for ${told.email} in the Mandap back office can be chosen. It works once, within ${HANDED_CODE_MINUTES / 60} hours. Until then your password stays as it is.`,
    UNKNOWN,
  ])
}

/** Returns the mail that says that an operator set the password. */
export function passwordSetMail(told: Told): Mail {
  return mailTo(told, 'Your Mandap password was changed', [
    `${told.by} set a new password for ${told.email} in the Mandap back office. All sessions have ended.`,
    UNKNOWN,
  ])
}

function mailTo(told: Told, subject: string, texts: readonly string[]): Mail {
  return notice({ to: told.email, subject, paragraphs: [greeting(told), ...texts] })
}
