import { shown } from '../text/text.ts'

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

/** Maximum length of a field, in characters. */
export const MAX_MANUAL_FIELD = 200

/** A manual partner: the body of `POST /temp-partner` (§7). */
export type ManualPartner = Record<ManualField, string>

/** One sentence for each invalid field. */
export type ManualProblems = Partial<Record<ManualField, string>>

const BAD_NUMBER =
  'Enter a phone number of 6 to 15 digits. It may contain spaces, +, - and brackets.'
const BAD_ADDRESS = 'Enter an e-mail address, such as office@example.in.'

/** Returns what is wrong with each field. Only the name is required; phone numbers and e-mail have a format (§5.8). */
export function manualProblems(manual: Partial<ManualPartner>): ManualProblems {
  const { PartnerName, companyNumber, personalNumber, companyEmailId } = trimmed(manual)
  return {
    ...(PartnerName === '' && { PartnerName: "Enter the partner's name." }),
    ...(!isPhone(companyNumber) && { companyNumber: BAD_NUMBER }),
    ...(!isPhone(personalNumber) && { personalNumber: BAD_NUMBER }),
    ...(!isCompanyEmail(companyEmailId) && { companyEmailId: BAD_ADDRESS }),
  }
}

/** Returns every field as it is saved: trimmed and without invisible characters. A missing field becomes `''`. */
export function trimmed(manual: Partial<ManualPartner>): ManualPartner {
  const entries = MANUAL_FIELDS.map((field) => [field, shown(manual[field] ?? '')])
  return Object.fromEntries(entries) as ManualPartner
}

export function isBlank(manual: ManualPartner): boolean {
  return Object.values(trimmed(manual)).every((text) => text === '')
}

export function isEqual(one: ManualPartner, other: ManualPartner): boolean {
  return MANUAL_FIELDS.every((field) => one[field] === other[field])
}

// the shortest local landline has 6 digits, the longest number of E.164 has 15
function isPhone(text: string): boolean {
  return text === '' || /^\d{6,15}$/.test(text.replaceAll(/[\s+()[\]\p{Dash_Punctuation}]/gu, ''))
}

// unlike an administrator's, it needs a domain with a dot
function isCompanyEmail(text: string): boolean {
  return text === '' || /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}
