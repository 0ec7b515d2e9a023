import { phoneDigits } from '../text/search.ts'
import { fold } from '../text/text.ts'
import type { LocalDate } from '../time/days.ts'
import { isObject, type JsonObject, readText } from '../wire/read.ts'

/** The records of people whose data can be exported and erased, with the word for the person. */
export const PERSON_SUBJECTS = {
  partner: 'partner',
  user: 'customer',
  tempPartner: 'partner entered by hand',
} as const

export type PersonSubject = keyof typeof PERSON_SUBJECTS

/** The most characters of the reason of an export or erasure. */
export const MAX_PERSON_REASON = 500

/** A record of a person. */
export interface PersonReference {
  subject: PersonSubject
  id: string
}

/** The texts by which a person is recognised. Names and e-mail addresses are folded, phones are digits. */
export interface Identity {
  names: readonly string[]
  phones: readonly string[]
  emails: readonly string[]
}

const NAME_FIELDS = ['name', 'fullName', 'PartnerName']
const PHONE_FIELDS = ['mobileNo', 'personalNumber', 'phone']
const EMAIL_FIELDS = ['personalEmail', 'email', 'companyEmailId', 'companyEmail']

/** Returns the identity of the person of a record. A plan code in `companyEmail` is no e-mail address. */
export function identityOf(record: JsonObject): Identity {
  const texts = (fields: readonly string[]) => fields.map((field) => fold(readText(record[field])))
  return {
    names: distinct(texts(NAME_FIELDS)),
    phones: distinct(texts(PHONE_FIELDS).map(phoneDigits)),
    emails: distinct(texts(EMAIL_FIELDS).filter((text) => text.includes('@'))),
  }
}

/** Returns whether two records are of one person: the same phone, or the same e-mail address and name. */
export function isSamePerson(one: Identity, other: Identity): boolean {
  const shares = (kind: keyof Identity) => one[kind].some((text) => other[kind].includes(text))
  return shares('phones') || (shares('emails') && shares('names'))
}

/** Returns whether a value of a record contains the name, phone or e-mail address of a person, at any depth. */
export function isMentioned({ names, phones, emails }: Identity, value: unknown): boolean {
  if (isObject(value))
    return Object.values(value).some((item) => isMentioned({ names, phones, emails }, item))
  if (Array.isArray(value))
    return value.some((item) => isMentioned({ names, phones, emails }, item))
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const text = fold(String(value))
  const digits = text.replaceAll(/\D/g, '')
  return (
    [...names, ...emails].some((part) => text.includes(part)) ||
    phones.some((phone) => digits.includes(phone))
  )
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '')
}

/** Returns the name of the file with a person's data: `partner-65f0-2026-11-25.zip`. `date` is a day in UTC. */
export function personFileName({ subject, id }: PersonReference, date: LocalDate): string {
  const word = { partner: 'partner', user: 'customer', tempPartner: 'partner-by-hand' }[subject]
  return `${word}-${id.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 60)}-${date}.zip`
}
