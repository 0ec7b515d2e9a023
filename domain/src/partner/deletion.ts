import { DAY } from '../time/days.ts'
import { fold } from '../text/text.ts'
import type { Partner } from './partner.ts'

type Addressed = Pick<Partner, 'personalEmail' | 'companyEmailId' | 'companyEmail'>

export const DELETED_BY = 'Super Admin'

/** For how many days a Super Admin can restore a deleted partner. */
export const RESTORABLE_DAYS = 30

/** Whether a partner deleted then can still be restored; both in epoch milliseconds. */
export function isRestorable(deletedAt: number | null, now: number): boolean {
  return deletedAt !== null && now - deletedAt < RESTORABLE_DAYS * DAY
}

/** The text that confirms a deletion: the personal e-mail, or the company's; `''` with neither (§5.9). */
export function deletionPhrase({ personalEmail, companyEmailId, companyEmail }: Addressed): string {
  // companyEmail doubles as a plan code, which confirms nothing
  return personalEmail || companyEmailId || (companyEmail.includes('@') ? companyEmail : '')
}

/** What came of a deletion (§8). */
export const DELETED = 'Partner deleted successfully!'
export const NOT_DELETED = 'Failed to delete partner. Please try again.'
export const DELETION_ERROR = 'Error deleting partner. Please try again.'

/** Why Delete is disabled for what was typed (§5.9), or `null` when it confirms. */
export function deletionProblem(partner: Addressed, typed: string): string | null {
  const phrase = deletionPhrase(partner)
  if (phrase === '')
    return 'This partner has no email on record, so nothing can confirm the deletion.'
  if (typed.trim() === '') return 'Please enter the partner email to confirm deletion.'
  if (fold(typed) === fold(phrase)) return null
  return "Email confirmation doesn't match. Please enter the exact partner email."
}
