import type { AssignedPartner } from '@mandap/domain/booking/swap.ts'
import type { ManualPartner } from '@mandap/domain/booking/swap.ts'

/** What has been chosen and typed in the edit dialog (§2.6), and not yet saved. */
export interface PlannerDraft {
  way: 'existing' | 'manual'
  search: string
  picked: (AssignedPartner & { about: string }) | null
  manual: ManualPartner
}

export const EMPTY_DRAFT: PlannerDraft = {
  way: 'existing',
  search: '',
  picked: null,
  manual: {
    PartnerName: '',
    companyName: '',
    companyLocation: '',
    companyNumber: '',
    personalNumber: '',
    companyEmailId: '',
  },
}

/** Whether closing the dialog would lose something. */
export function isTouched({ search, picked, manual }: PlannerDraft): boolean {
  return search !== '' || picked !== null || !isBlank(manual)
}

export type ManualField = keyof ManualPartner
export type ManualProblems = Partial<Record<ManualField, string>>

export function isBlank(manual: ManualPartner): boolean {
  return Object.values(manual).every((text) => text.trim() === '')
}

export function trimmed(manual: ManualPartner): ManualPartner {
  const entries = Object.entries(manual).map(([field, text]: [string, string]) => [
    field,
    text.trim(),
  ])
  return Object.fromEntries(entries) as ManualPartner
}

/** What is wrong with each field: the name is owed, numbers and address only have a form. */
export function manualProblems(manual: ManualPartner): ManualProblems {
  const { PartnerName, companyNumber, personalNumber, companyEmailId } = trimmed(manual)
  return {
    ...(PartnerName === '' && { PartnerName: "Enter the partner's name." }),
    ...(!isPhone(companyNumber) && { companyNumber: BAD_NUMBER }),
    ...(!isPhone(personalNumber) && { personalNumber: BAD_NUMBER }),
    ...(!isEmail(companyEmailId) && {
      companyEmailId: 'Enter an e-mail address, such as office@example.in.',
    }),
  }
}

const BAD_NUMBER = 'Enter a phone number of 10 digits; +91 or 0 may come before it.'

// 10 digits for Indian mobiles and, with their area code, landlines
function isPhone(text: string): boolean {
  if (text === '') return true
  return /^[+\d\s().-]+$/.test(text) && /^(\+?91|0)?\d{10}$/.test(text.replaceAll(/[\s().-]/g, ''))
}

function isEmail(text: string): boolean {
  return text === '' || /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}
