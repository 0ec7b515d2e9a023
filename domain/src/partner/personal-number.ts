import { isObject, type JsonObject, readText } from '../wire/read.ts'

/** Hides the first eight digits of an Aadhaar number: `XXXX XXXX 1234`. Returns `''` for `''`. */
export function maskAadhaar(number: string): string {
  // our own server sends it masked
  if (number === '' || /^X{4} X{4} [X\d]{4}$/.test(number)) return number
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
  return /^\d{9,}$/.test(word) && !/^0?[6-9]\d{9}$/.test(word)
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

/** The kinds of personal number. `field` matches the names of their fields, `masked` a number that is masked. */
const KINDS = {
  aadhaar: {
    field: /(?:aadh?aa?r|adhaa?r)(?:[\W_]*card)?(?:[\W_]*(?:no|num|number|id))?$/i,
    mask: maskAadhaar,
    masked: /^X{4} X{4} [X\d]{4}$/,
  },
  pan: {
    field:
      /^(?:\w*[\W_]|own|owner|company|personal|business)?pan(?:[\W_]*card)?(?:[\W_]*(?:no|num|number))?$/i,
    mask: maskPan,
    masked: /^(?:\S{2}X{5}\S{3}|X{10})$/,
  },
  account: {
    field:
      /(?:(?:account|acct|acc|ac|card)[\W_]*(?:no|num|number)|bank[\W_]*account|iban(?:[\W_]*(?:no|number))?)$/i,
    mask: maskAccount,
    masked: /^X{6}[\dA-Z]{4}$/,
  },
} as const

export type PersonalNumber = keyof typeof KINDS

/** Returns the kind of personal number that a field of this name holds, or `null`. Hosts use different names. */
export function personalNumberOf(field: string): PersonalNumber | null {
  const kinds = Object.keys(KINDS) as PersonalNumber[]
  return kinds.find((kind) => KINDS[kind].field.test(field)) ?? null
}

/** Masks every personal number of a record, at any depth, as text or number. */
export function maskPersonalNumbers<T extends JsonObject>(record: T): T {
  return masked(record, null) as T
}

/** Returns the personal numbers of a record, each with its dotted field path. */
export function personalNumbersIn(
  record: JsonObject,
): { field: string; kind: PersonalNumber; number: string }[] {
  return numbersIn(record, null, [])
}

/** Masks the value of a field of this name, as `maskPersonalNumbers` does. */
export function maskedField(field: string, value: unknown): unknown {
  return masked(value, personalNumberOf(field))
}

/** Returns the text at a dotted field path such as `bank.accountNo`, or `''` if there is none. */
export function personalNumberAt(record: JsonObject, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>(
      (part, field) =>
        typeof part === 'object' && part !== null && Object.hasOwn(part, field)
          ? (part as JsonObject)[field]
          : undefined,
      record,
    )
  return readText(value)
}

/**
 * Replaces each mask in a sent record by the stored number that it masks, so that a client can send back a record
 * that it read.
 */
export function restoreMaskedNumbers(stored: JsonObject, sent: JsonObject): JsonObject {
  return restoreMasked(stored, sent, null) as JsonObject
}

/** Returns the dotted path of the first field that holds a mask instead of a number, or `null`. */
export function firstMaskedField(record: JsonObject): string | null {
  return firstMasked(record, null, [])
}

function masked(value: unknown, kind: PersonalNumber | null): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => masked(item, kind))
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([field, item]) => [
        field,
        masked(item, personalNumberOf(field) ?? kind),
      ]),
    )
  return kind === null || !isNumberText(value) ? value : KINDS[kind].mask(readText(value))
}

function numbersIn(
  value: unknown,
  kind: PersonalNumber | null,
  path: string[],
): ReturnType<typeof personalNumbersIn> {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([field, item]) =>
      numbersIn(item, personalNumberOf(field) ?? kind, [...path, field]),
    )
  const number = kind !== null && isNumberText(value) ? readText(value) : ''
  return kind === null || number === '' ? [] : [{ field: path.join('.'), kind, number }]
}

function restoreMasked(stored: unknown, sent: unknown, kind: PersonalNumber | null): unknown {
  if (Array.isArray(sent)) {
    const items: unknown[] = Array.isArray(stored) ? stored : []
    return sent.map((item: unknown, index) => restoreMasked(items[index], item, kind))
  }
  if (isObject(sent)) {
    const record = isObject(stored) ? stored : {}
    return Object.fromEntries(
      Object.entries(sent).map(([field, item]) => [
        field,
        restoreMasked(
          Object.hasOwn(record, field) ? record[field] : undefined,
          item,
          personalNumberOf(field) ?? kind,
        ),
      ]),
    )
  }
  if (kind === null || !isNumberText(stored)) return sent
  return sent === KINDS[kind].mask(readText(stored)) ? stored : sent
}

function firstMasked(value: unknown, kind: PersonalNumber | null, path: string[]): string | null {
  if (typeof value === 'string')
    return kind !== null && KINDS[kind].masked.test(value) ? path.join('.') : null
  if (typeof value !== 'object' || value === null) return null
  for (const [field, item] of Object.entries(value)) {
    const found = firstMasked(
      item,
      Array.isArray(value) ? kind : (personalNumberOf(field) ?? kind),
      [...path, field],
    )
    if (found !== null) return found
  }
  return null
}

/** Returns whether a value can be a personal number. The address of a document is not one. */
function isNumberText(value: unknown): value is string | number {
  return (typeof value === 'string' && !/^(?:https?:|\/)/i.test(value)) || typeof value === 'number'
}
