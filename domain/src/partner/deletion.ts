import { fold } from '../text/text.ts'
import type { Partner } from './partner.ts'

type EmailFields = Pick<Partner, 'personalEmail' | 'companyEmailId' | 'companyEmail'>

export const DELETED_BY = 'Super Admin'

/** How many days a Super Admin can restore a deleted partner (§2.18). */
export const RESTORABLE_DAYS = 30

/** Returns the text that confirms a deletion: the personal e-mail, else the company e-mail, else `''` (§5.9). */
export function deletionPhrase({
  personalEmail,
  companyEmailId,
  companyEmail,
}: EmailFields): string {
  // companyEmail can be a plan code, which is no e-mail
  return personalEmail || companyEmailId || (companyEmail.includes('@') ? companyEmail : '')
}

/** The messages about the result of a deletion (§8). */
export const DELETED = 'Partner deleted successfully!'
export const NOT_DELETED = 'Failed to delete partner. Please try again.'
export const DELETION_ERROR = 'Error deleting partner. Please try again.'

/** Returns why Delete is disabled for the typed text (§5.9), or `null` if it is enabled. */
export function deletionProblem(partner: EmailFields, typed: string): string | null {
  const phrase = deletionPhrase(partner)
  if (phrase === '')
    return 'This partner has no email address to confirm the deletion with, so it cannot be deleted.'
  if (typed.trim() === '') return 'Please enter the partner email to confirm deletion.'
  if (fold(typed) === fold(phrase)) return null
  return "Email confirmation doesn't match. Please enter the exact partner email."
}
