import { INVITATION_HOURS } from '@mandap/domain/session/invitation.ts'
import { ROLES, type Role } from '@mandap/domain/session/role.ts'
import { HANDED_CODE_MINUTES } from '../identity/reset-code.ts'
import type { Mail } from '../mail/mail.ts'
import { greeting, type Link, notice } from '../mail/notice.ts'

/** The person to whom a mail goes, and who acted: a Super Admin, by e-mail address, or the operator of the server. */
interface Recipient {
  email: string
  name: string
  by: string
}

const UNKNOWN = 'If you do not know of this, tell a Super Admin.'

/** Returns the mail with the link of an invitation. */
export function invitationMail(recipient: Recipient, link: string): Mail {
  return mailTo(recipient, 'Your invitation to the Mandap back office', [
    `${recipient.by} invited you to the Mandap back office as ${recipient.email}.`,
    { label: 'Choose your password', url: link },
    `The link works once, within ${INVITATION_HOURS} hours. If you did not expect this mail, ignore it.`,
  ])
}

/** Returns the mail that says that the account is disabled. */
export function disabledMail(recipient: Recipient): Mail {
  return mailTo(recipient, 'Your Mandap account was disabled', [
    `${recipient.by} disabled the account ${recipient.email} of the Mandap back office. All of its sessions have ended, and it can no longer sign in.`,
    'Ask a Super Admin if you need access.',
  ])
}

/** Returns the mail that says that another administrator ended all sessions. */
export function sessionsEndedMail(recipient: Recipient): Mail {
  return mailTo(recipient, 'You were signed out of Mandap', [
    `${recipient.by} ended all sessions of ${recipient.email} in the Mandap back office. Sign in again to continue.`,
  ])
}

/** Returns the mail that says that the role was changed. */
export function roleChangedMail(recipient: Recipient, role: Role): Mail {
  return mailTo(recipient, 'Your role in Mandap was changed', [
    `${recipient.by} changed the role of ${recipient.email} in the Mandap back office to ${ROLES[role].toLowerCase()}.`,
    role === 'viewer'
      ? 'You can see lists and records, and change nothing. You do not see documents or whole personal numbers.'
      : 'You can see and change records.',
  ])
}

/** Returns the mail that says that somebody else removed the second factor. */
export function factorResetMail(recipient: Recipient): Mail {
  return mailTo(recipient, 'Second factor removed from your Mandap account', [
    `${recipient.by} removed the second factor of ${recipient.email} in the Mandap back office. Your account has no second factor now, and all of its sessions have ended.`,
    UNKNOWN,
  ])
}

/** Returns the mail that says that an operator gave access, and how to sign in. */
export function accessMail(
  recipient: Recipient,
  role: Role,
  signIn: 'link' | 'password' | 'firebase',
): Mail {
  return mailTo(recipient, 'Your access to the Mandap back office', [
    `${recipient.by} gave ${recipient.email} access to the Mandap back office as ${AS_ROLE[role]}.`,
    SIGN_IN[signIn],
    UNKNOWN,
  ])
}

const AS_ROLE: Readonly<Record<Role, string>> = {
  administrator: 'an administrator',
  viewer: 'a viewer',
}

/** How a person signs in who was given access. */
const SIGN_IN = {
  link: `The operator gives you a link to choose a password. It works once, within ${HANDED_CODE_MINUTES / 60} hours.`,
  password: 'Sign in with the password that you have.',
  firebase: 'Sign in with your account of the Firebase project.',
}

/** Returns the mail that says that an operator made a link for a new password. */
export function passwordLinkMail(recipient: Recipient): Mail {
  return mailTo(recipient, 'A link for a new Mandap password was made', [
    `${recipient.by} made a link with which a new password for ${recipient.email} in the Mandap back office can be chosen. It works once, within ${HANDED_CODE_MINUTES / 60} hours. Until then your password stays as it is.`,
    UNKNOWN,
  ])
}

/** Returns the mail that says that an operator set the password. */
export function passwordSetMail(recipient: Recipient): Mail {
  return mailTo(recipient, 'Your Mandap password was changed', [
    `${recipient.by} set a new password for ${recipient.email} in the Mandap back office. All sessions have ended.`,
    UNKNOWN,
  ])
}

function mailTo(recipient: Recipient, subject: string, texts: readonly (string | Link)[]): Mail {
  return notice({ to: recipient.email, subject, paragraphs: [greeting(recipient), ...texts] })
}
