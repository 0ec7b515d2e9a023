import { clean } from '../rule/text.ts'

/** The fields of a manually entered partner (§2.6, §3), in the order of the form. */
export const MANUAL_FIELDS = [
  'PartnerName',
  'companyName',
  'companyLocation',
  'companyNumber',
  'personalNumber',
  'companyEmailId',
] as const

export type ManualField = (typeof MANUAL_FIELDS)[number]

/** A partner entered by hand, as POST /temp-partner carries it (§7). */
export type ManualPartner = Record<ManualField, string>

/** A sentence for each field that cannot be saved. */
export type ManualProblems = Partial<Record<ManualField, string>>

const BAD_NUMBER = 'Enter a phone number of 10 digits; +91 or 0 may come before it.'
const BAD_ADDRESS = 'Enter an e-mail address, such as office@example.in.'

/** What is wrong with each field: the name is owed (§5.8), numbers and address only have a form. */
export function manualProblems(manual: Partial<ManualPartner>): ManualProblems {
  const { PartnerName, companyNumber, personalNumber, companyEmailId } = trimmed(manual)
  return {
    ...(PartnerName === '' && { PartnerName: "Enter the partner's name." }),
    ...(!isPhone(companyNumber) && { companyNumber: BAD_NUMBER }),
    ...(!isPhone(personalNumber) && { personalNumber: BAD_NUMBER }),
    ...(!isEmail(companyEmailId) && { companyEmailId: BAD_ADDRESS }),
  }
}

/** Every field, cleaned; one that is missing is blank. */
export function trimmed(manual: Partial<ManualPartner>): ManualPartner {
  const entries = MANUAL_FIELDS.map((field) => [field, clean(manual[field] ?? '')])
  return Object.fromEntries(entries) as ManualPartner
}

export function isBlank(manual: ManualPartner): boolean {
  return MANUAL_FIELDS.every((field) => manual[field].trim() === '')
}

// 10 digits for Indian mobiles and, with their area code, landlines
function isPhone(text: string): boolean {
  if (text === '') return true
  return /^[+\d\s().-]+$/.test(text) && /^(\+?91|0)?\d{10}$/.test(text.replaceAll(/[\s().-]/g, ''))
}

function isEmail(text: string): boolean {
  return text === '' || /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}
