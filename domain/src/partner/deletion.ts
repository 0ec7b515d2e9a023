import { fold } from '../rule/text.ts'
import type { Partner } from './partner.ts'

type Addressed = Pick<Partner, 'personalEmail' | 'companyEmailId' | 'companyEmail'>

export const DELETED_BY = 'Super Admin'

/** The text that confirms a deletion: the personal e-mail, or the company's; `''` with neither (§5.9). */
export function deletionPhrase({ personalEmail, companyEmailId, companyEmail }: Addressed): string {
  // companyEmail doubles as a plan code, which confirms nothing
  return personalEmail || companyEmailId || (companyEmail.includes('@') ? companyEmail : '')
}

/** Why Delete is disabled for what was typed (§5.9), or `null` when it confirms. */
export function deletionProblem(partner: Addressed, typed: string): string | null {
  const phrase = deletionPhrase(partner)
  if (phrase === '')
    return 'This partner has no email on record, so nothing can confirm the deletion.'
  if (typed.trim() === '') return 'Please enter the partner email to confirm deletion.'
  if (fold(typed) === fold(phrase)) return null
  return "Email confirmation doesn't match. Please enter the exact partner email."
}
