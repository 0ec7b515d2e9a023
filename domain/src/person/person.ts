import { phoneDigits } from '../text/search.ts'
import { fold } from '../text/text.ts'
import type { LocalDate } from '../time/days.ts'
import { isObject, type JsonObject, readText } from '../wire/read.ts'

/** The records of people whose data can be exported and erased (§2.22), with the word for the person. */
export const PERSON_SUBJECTS = {
  partner: 'partner',
  user: 'customer',
  tempPartner: 'partner entered by hand',
} as const

export type PersonSubject = keyof typeof PERSON_SUBJECTS

/** Maximum length of the reason of an export or erasure, in characters. */
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
export const PHONE_FIELDS = ['mobileNo', 'personalNumber', 'phone'] as const
export const EMAIL_FIELDS = ['personalEmail', 'email', 'companyEmailId', 'companyEmail'] as const

/** Fewer digits are part of too many numbers. */
const MIN_PHONE = 8

/** A shorter name is part of too many words. */
const MIN_NAME = 4

/**
 * Returns the identity of the person of a record. A plan code in `companyEmail` is no e-mail address, and digits that are
 * typed in place of a phone, such as 9999999999 and 1234567890, are no phone: many people would share it.
 */
export function identityOf(record: JsonObject): Identity {
  const texts = (fields: readonly string[]) => fields.map((field) => fold(readText(record[field])))
  return {
    names: distinct(texts(NAME_FIELDS)),
    phones: distinct(texts(PHONE_FIELDS).map(phoneDigits)).filter(isPhone),
    emails: distinct(texts(EMAIL_FIELDS).filter((text) => text.includes('@'))),
  }
}

/** Returns the identity of a person who has several records. */
export function joinIdentities(...identities: readonly Identity[]): Identity {
  const all = (kind: keyof Identity) => distinct(identities.flatMap((identity) => identity[kind]))
  return { names: all('names'), phones: all('phones'), emails: all('emails') }
}

function isPhone(digits: string): boolean {
  const isPlaceholder = new Set(digits).size === 1 || '1234567890'.includes(digits)
  return digits.length >= MIN_PHONE && !isPlaceholder
}

/** Returns whether a name is recognised as a part of a text. A shorter one is recognised as a whole word only. */
function isLongName(name: string): boolean {
  return name.length >= MIN_NAME
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
    emails.some((email) => text.includes(email)) ||
    names.some((name) =>
      isLongName(name) ? text.includes(name) : asWords(text).includes(asWords(name)),
    ) ||
    phones.some((phone) => digits.includes(phone))
  )
}

/** Returns the words with a space before and after each. */
function asWords(text: string): string {
  return ` ${text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')} `
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '')
}

/** Returns the name of the file with a person's data: `partner-65f0-2026-11-25.zip`. `date` is a day in UTC. */
export function personFileName({ subject, id }: PersonReference, date: LocalDate): string {
  const word = { partner: 'partner', user: 'customer', tempPartner: 'partner-by-hand' }[subject]
  return `${word}-${id.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 60)}-${date}.zip`
}
