/** What a masked Aadhaar number looks like. */
const MASKED_AADHAAR = /^X{4} X{4} [X\d]{4}$/

/** An Indian mobile number, which is not masked. */
export const MOBILE = /^0?[6-9]\d{9}$/

/** The characters with which programs hide the rest of a number. */
const HIDDEN = /[X*•#]/
const HIDDEN_ROW = /[X*•#]{3}/

/** Hides the first eight digits of an Aadhaar number: `XXXX XXXX 1234`. Returns `''` for `''`. */
export function maskAadhaar(number: string): string {
  // our own server sends it masked
  if (number === '' || MASKED_AADHAAR.test(number)) return number
  const digits = number.replaceAll(/\D/g, '')
  return `XXXX XXXX ${digits.length >= 12 ? digits.slice(-4) : 'XXXX'}`
}

/** Hides the middle of a PAN: `ABXXXXX34F`. Returns `''` for `''`. */
export function maskPan(number: string): string {
  const pan = number.replaceAll(/\s/g, '').toUpperCase()
  if (pan === '') return ''
  return pan.length === 10 ? `${pan.slice(0, 2)}XXXXX${pan.slice(-3)}` : 'XXXXXXXXXX'
}

/** Hides an account or card number except for its last four characters: `XXXXXX1234`. Returns `''` for `''`. */
export function maskAccount(number: string): string {
  const plain = number.replaceAll(/[\s-]/g, '').toUpperCase()
  if (plain === '') return ''
  return `XXXXXX${plain.length >= 9 ? plain.slice(-4) : 'XXXX'}`
}

/** Matches a PAN in free text, also without its last letter, because it may still be being typed. */
const PAN_IN_TEXT = /(?<!\w)(?:[a-z]{5}\d{4}[a-z]?|[A-Z]{5} \d{4} [A-Z])(?!\w)/giu

/** Matches words with one space or dash between them: numbers are written in such groups. */
const WORDS_IN_TEXT = /\+?[\w@]+(?:[\s\p{Dash_Punctuation}]\+?[\w@]+)*/gu
const BETWEEN_WORDS = /([\s\p{Dash_Punctuation}])/u

/**
 * Masks what looks like an Aadhaar, PAN, card or account number in free text. Phone numbers stay: Indian mobile
 * numbers, and numbers that begin with `+`.
 */
export function maskNumbersIn(text: string): string {
  return text.replaceAll(PAN_IN_TEXT, maskPan).replaceAll(WORDS_IN_TEXT, maskNumbersInWords)
}

function maskNumbersInWords(words: string): string {
  const parts = words.split(BETWEEN_WORDS)
  const result: string[] = []
  for (let start = 0; start < parts.length; ) {
    const end = endOfGroups(parts, start)
    const number = parts.slice(start, end).join('')
    const isMasked = end > start + 1 || isAccountNumber(number)
    result.push(isMasked ? maskDigits(number) : number, parts[end] ?? '')
    start = end + 1
  }
  return result.join('')
}

/**
 * Returns the index after the number that begins at `start`: a number of at least nine digits in groups of four, as
 * Aadhaar and card numbers are written, or else a single word. `parts` alternates words and separators.
 */
function endOfGroups(parts: readonly string[], start: number): number {
  const one = start + 1
  if (!/^\d{4}$/.test(parts[start] ?? '') || !/^\d{4}$/.test(parts[start + 2] ?? '')) return one
  let end = start + 3
  while (/^\d{1,4}$/.test(parts[end + 1] ?? '')) end += 2
  return end > start + 3 ? end : one
}

/** Returns whether a word is a number of at least 9 digits that is not an Indian mobile number. */
function isAccountNumber(word: string): boolean {
  return /^\d{9,}$/.test(word) && !MOBILE.test(word)
}

/**
 * Masks the content of a phone field if it is an Aadhaar number, a PAN, or longer than a phone number. Twelve digits
 * are an Aadhaar number, unless they begin with `+` or with the prefix of an Indian mobile number.
 */
export function maskUnlessPhone(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '')
  const isPhone = typed.includes('+') || /^91[6-9]/.test(digits)
  if (digits.length > 15 || (digits.length === 12 && !isPhone)) return maskDigits(digits)
  return typed.replaceAll(PAN_IN_TEXT, maskPan)
}

function maskDigits(number: string): string {
  const digits = number.replaceAll(/\D/g, '')
  return digits.length === 12 ? maskAadhaar(digits) : maskAccount(digits)
}

/** The kinds of personal number: how each is masked, and what a masked one looks like. */
export const PERSONAL_NUMBERS = {
  aadhaar: { mask: maskAadhaar, masked: MASKED_AADHAAR },
  pan: { mask: maskPan, masked: /^(?:\S{2}X{5}\S{3}|X{10})$/ },
  account: { mask: maskAccount, masked: /^X{6}[\dA-Z]{4}$/ },
} as const

export type PersonalNumber = keyof typeof PERSONAL_NUMBERS

/** Returns whether a number is hidden in part, by our mask or that of another program. */
export function isPartlyHidden(kind: PersonalNumber, text: string): boolean {
  const plain = signsOf(text)
  // five letters of a PAN may be the same
  if (kind === 'pan' && /^[A-Z]{5}\d{4}[A-Z]$/.test(plain)) return false
  return HIDDEN_ROW.test(plain)
}

/** Returns whether the visible characters of a mask are at the same positions in a number, counted from its end. */
export function isMaskOf(mask: string, number: string): boolean {
  const whole = signsOf(number)
  const shown = signsOf(mask)
  const start = whole.length - shown.length
  return Array.from(shown).every(
    (sign, at) => HIDDEN.test(sign) || sign === whole.charAt(start + at),
  )
}

/** Returns how many characters of the number a mask shows. */
export function shownSigns(mask: string): number {
  return Array.from(signsOf(mask)).filter((sign) => !HIDDEN.test(sign)).length
}

function signsOf(number: string): string {
  return number.replaceAll(/[\s-]/g, '').toUpperCase()
}
