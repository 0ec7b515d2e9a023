import { MOBILE, type PersonalNumber, PERSONAL_NUMBERS } from './personal-number.ts'
import { passesVerhoeff } from './verhoeff.ts'

/** Separates the tokens of a text. A token with another character inside is no number: `+919820012345`, `1/2`. */
const BETWEEN_TOKENS = /([\s()[\]{}"'<>|,;:=]+)/
const ONE_SPACE = /^\s$/
const FOUR_DIGITS = /^\d{4}$/
const AADHAAR = /^(?:\d{12}|\d{4}\p{Dash_Punctuation}\d{4}\p{Dash_Punctuation}\d{4})$/u
const PAN = /^[a-z]{5}\d{4}[a-z]$/i
const ACCOUNT = /^\d{9,18}$/
const IFSC = /^[A-Z]{4}0[A-Z\d]{6}$/i
/** Compared first, because most texts have another length. */
const IFSC_LENGTH = 11

/** No number by form is shorter, so shorter text is not searched. */
const MIN_LENGTH = 9

/**
 * Masks the numbers that can be recognised without a name, as whole tokens: 12 digits with the check digit of an
 * Aadhaar number, a PAN, and account numbers if the text has an IFSC code or `withAccounts` is set. `only` limits the
 * kinds.
 */
export function maskByForm(text: string, withAccounts = false, only?: PersonalNumber): string {
  if (text.length < MIN_LENGTH || !/\d/.test(text)) return text
  const parts = text.split(BETWEEN_TOKENS)
  const hasAccounts = withAccounts || parts.some((part) => isIfsc(bounds(part).token))
  const result: string[] = []
  for (let at = 0; at < parts.length; ) {
    const end = endOfGroups(parts, at)
    const { before, token, after } = bounds(parts.slice(at, end).join(''))
    const kind = before.includes('+') ? null : kindOfToken(token, hasAccounts)
    const isKept = kind === null || (only ?? kind) !== kind
    result.push(before, isKept ? token : PERSONAL_NUMBERS[kind].mask(token), after)
    result.push(parts[end] ?? '')
    at = end + 1
  }
  return result.join('')
}

/** Separators between the words of a file name. */
const BETWEEN_WORDS_OF_NAME = /[\s_.\p{Dash_Punctuation}]+/gu

/** Twelve or more digits, which may be next to letters in a file name. */
const DIGITS_OF_NAME = /\+?\d{12,}/g

/**
 * Masks the numbers in the name of a file, without its ending: people name a scan after the number on it. In a name with a
 * number, the words are then separated by spaces. Any other name is unchanged.
 */
export function maskFileName(name: string): string {
  const spaced = name.replaceAll(BETWEEN_WORDS_OF_NAME, ' ').replaceAll(DIGITS_OF_NAME, ' $& ')
  const masked = maskByForm(spaced)
  return masked === spaced ? name : masked.replaceAll(/ +/g, ' ').trim()
}

/** Returns the kind of a text that is one whole number, or one mask. */
export function kindByForm(text: string, withAccounts = false): PersonalNumber | null {
  const kinds = Object.keys(PERSONAL_NUMBERS) as PersonalNumber[]
  return (
    kindOfToken(text, withAccounts) ??
    kinds.find((kind) => /X/.test(text) && PERSONAL_NUMBERS[kind].masked.test(text)) ??
    null
  )
}

export function isIfsc(text: unknown): boolean {
  return typeof text === 'string' && text.length === IFSC_LENGTH && IFSC.test(text)
}

function kindOfToken(token: string, hasAccounts: boolean): PersonalNumber | null {
  const plain = token.replaceAll(/\s/g, '')
  if (AADHAAR.test(plain) && passesVerhoeff(plain.replaceAll(/\D/g, ''))) return 'aadhaar'
  if (PAN.test(token)) return 'pan'
  return hasAccounts && ACCOUNT.test(token) && !MOBILE.test(token) ? 'account' : null
}

/** Returns the index after the token at `at`, or after a row of three or more groups of four digits with spaces between. */
function endOfGroups(parts: readonly string[], at: number): number {
  let groups = 0
  for (let next = at; next < parts.length; next += 2) {
    const { before, token, after } = bounds(parts[next] ?? '')
    if (!FOUR_DIGITS.test(token) || (groups > 0 && before !== '')) break
    groups += 1
    if (after !== '' || !ONE_SPACE.test(parts[next + 1] ?? '')) break
  }
  // a row of more than three is no Aadhaar number, and neither is a part of it
  return groups < 3 ? at + 1 : at + 2 * groups - 1
}

/** Splits off the punctuation around a token, such as the full stop of a sentence. */
function bounds(part: string): { before: string; token: string; after: string } {
  let start = 0
  let end = part.length
  while (start < end && !isWord(part, start)) start += 1
  while (end > start && !isWord(part, end - 1)) end -= 1
  return { before: part.slice(0, start), token: part.slice(start, end), after: part.slice(end) }
}

function isWord(text: string, at: number): boolean {
  return /[\p{L}\p{N}_@]/u.test(text.charAt(at))
}
