import { all, any, type Condition, not } from '../rule/condition.ts'
import { fold, words } from './text.ts'

/** Signs that people write in phone numbers. A folded text has no other white space than spaces. */
const PHONE_SIGNS = /^[\d+().-]+$/

/** Fewer digits are part of too many phones, and of numbers of other kinds. */
const MIN_PHONE_DIGITS = 5

/** Digits of an Indian phone with its country code. */
const WITH_COUNTRY_CODE = /^91\d{10}$/

/**
 * Returns the digits of a phone as searches compare them: without separators, `+91` and leading zeros. Returns
 * `''` if fewer than 5 remain.
 */
export function phoneDigits(phone: string): string {
  const folded = fold(phone)
  const isIndian = /^\(?(?:\+|00) ?91/.test(folded)
  const digits = folded.replaceAll(/\D/g, '').replace(/^0+/, '')
  const national =
    isIndian || WITH_COUNTRY_CODE.test(digits) ? digits.slice(2).replace(/^0+/, '') : digits
  return national.length < MIN_PHONE_DIGITS ? '' : national
}

/** Returns the texts by which a search finds a phone: as it is written, and its digits if they differ. */
export function phoneTexts(phone: string): string[] {
  const digits = phoneDigits(phone)
  return fold(phone).includes(digits) ? [phone] : [phone, digits]
}

/** A part of a typed search: words that must all occur, or instead the digits of the phone that they form. */
export interface SearchTerm {
  words: readonly string[]
  /** `''` if the words form no phone. */
  digits: string
}

/** Splits a typed search (§5.5). Consecutive words of digits and signs form one term. */
export function searchTerms(text: string): SearchTerm[] {
  const terms: string[][] = []
  let wasPhone = false
  for (const word of words(text)) {
    const isPhone = PHONE_SIGNS.test(word)
    if (isPhone && wasPhone) terms.at(-1)?.push(word)
    else terms.push([word])
    wasPhone = isPhone
  }
  return terms.map((term) => {
    const isPhone = PHONE_SIGNS.test(term[0] ?? '')
    return { words: term, digits: isPhone ? phoneDigits(term.join(' ')) : '' }
  })
}

/**
 * Selects records that contain every word of the text, in any order. Words that form a phone may also be written
 * with other separators or another prefix. Blank text selects all.
 */
export function withTerms<R>(text: string, contains: (part: string) => Condition<R>): Condition<R> {
  return all(
    ...searchTerms(text).map((term) => {
      const written = all(...term.words.map(contains))
      return isOnlyAsWritten(term) ? written : any(written, contains(term.digits))
    }),
  )
}

/**
 * Returns the tiers of a search: disjoint conditions in the order in which a list shows their records. The first
 * selects the records that contain the text as typed (§5.5), the second the others that `withTerms` selects.
 */
export function searchTiers<R>(
  text: string,
  contains: (part: string) => Condition<R>,
): readonly Condition<R>[] {
  const asTyped = contains(fold(text))
  return hasSeveralForms(text) ? [asTyped, all(withTerms(text, contains), not(asTyped))] : [asTyped]
}

/** Returns whether a search can find records that do not contain the text as typed. It then has two tiers. */
export function hasSeveralForms(text: string): boolean {
  const terms = searchTerms(text)
  return terms.length > 1 || terms.some((term) => term.words.length > 1 || !isOnlyAsWritten(term))
}

function isOnlyAsWritten({ words: [word], digits }: SearchTerm): boolean {
  return digits === '' || digits === word
}
