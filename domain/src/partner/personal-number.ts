import { isObject, type JsonObject, readText } from '../wire/read.ts'

/** An Aadhaar number with its first eight digits hidden: `XXXX XXXX 1234`; `''` stays empty. */
export function maskAadhaar(number: string): string {
  // a host may have masked it already
  if (number === '' || /^X{4} X{4} [X\d]{4}$/.test(number)) return number
  const digits = number.replaceAll(/\D/g, '')
  return `XXXX XXXX ${digits.length >= 12 ? digits.slice(-4) : 'XXXX'}`
}

/** A PAN with its middle hidden: `ABXXXXX34F`; `''` stays empty. */
export function maskPan(number: string): string {
  const pan = number.replaceAll(/\s/g, '').toUpperCase()
  if (pan === '') return ''
  return pan.length === 10 ? `${pan.slice(0, 2)}XXXXX${pan.slice(-3)}` : 'XXXXXXXXXX'
}

/** A number of an account or card with all but its last four characters hidden: `XXXXXX1234`. */
export function maskAccount(number: string): string {
  const plain = number.replaceAll(/[\s-]/g, '').toUpperCase()
  if (plain === '') return ''
  return `XXXXXX${plain.length >= 9 ? plain.slice(-4) : 'XXXX'}`
}

/** What looks like a PAN in free text, also while its last letter is still missing. */
const PAN_IN_TEXT = /(?<!\w)(?:[a-z]{5}\d{4}[a-z]?|[A-Z]{5} \d{4} [A-Z])(?!\w)/giu

/** Words with one space or dash between them, as numbers are written in groups. */
const WORDS_IN_TEXT = /\+?[\w@]+(?:[\s\p{Dash_Punctuation}]\+?[\w@]+)*/gu
const BETWEEN_WORDS = /([\s\p{Dash_Punctuation}])/u

/**
 * Returns free text with what looks like an Aadhaar, PAN, card or account number in it masked. Phone
 * numbers stay: Indian mobiles, and whatever has a `+` before it.
 */
export function maskNumbersIn(text: string): string {
  return text.replaceAll(PAN_IN_TEXT, maskPan).replaceAll(WORDS_IN_TEXT, maskNumbersInWords)
}

function maskNumbersInWords(words: string): string {
  const parts = words.split(BETWEEN_WORDS)
  const done: string[] = []
  for (let start = 0; start < parts.length; ) {
    const end = endOfGroups(parts, start)
    const number = parts.slice(start, end).join('')
    const isMasked = end > start + 1 || isAccountNumber(number)
    done.push(isMasked ? maskDigits(number) : number, parts[end] ?? '')
    start = end + 1
  }
  return done.join('')
}

/**
 * Returns the end of a number in groups of four digits, as Aadhaar and card numbers are written, from the
 * ninth digit on. Where none begins at `start`, that is the end of the one word. Words and what is between
 * them take turns in `parts`.
 */
function endOfGroups(parts: readonly string[], start: number): number {
  const one = start + 1
  if (!/^\d{4}$/.test(parts[start] ?? '') || !/^\d{4}$/.test(parts[start + 2] ?? '')) return one
  let end = start + 3
  while (/^\d{1,4}$/.test(parts[end + 1] ?? '')) end += 2
  return end > start + 3 ? end : one
}

/** Whether a word is a number as long as that of an account, and not an Indian mobile number. */
function isAccountNumber(word: string): boolean {
  return /^\d{9,}$/.test(word) && !/^0?[6-9]\d{9}$/.test(word)
}

/**
 * Returns what was typed where a phone number belongs, masked if it is an Aadhaar or PAN or longer than
 * any phone number. Twelve digits are an Aadhaar number unless `+` or an Indian prefix begins them.
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

/** The kinds of personal number, by the ends of the field names that hold them, and their masks. */
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

/** The kind of personal number that a field of this name holds, on whichever host; else `null`. */
export function personalNumberOf(field: string): PersonalNumber | null {
  const kinds = Object.keys(KINDS) as PersonalNumber[]
  return kinds.find((kind) => KINDS[kind].field.test(field)) ?? null
}

/** A record with each of its personal numbers masked, wherever in it and whatever its type. */
export function maskPersonalNumbers<T extends JsonObject>(record: T): T {
  return masked(record, null) as T
}

/** The personal numbers of a record, each with its field, named with dots. */
export function personalNumbersIn(
  record: JsonObject,
): { field: string; kind: PersonalNumber; number: string }[] {
  return numbersIn(record, null, [])
}

/** A value that a field of this name holds, masked as `maskPersonalNumbers` does. */
export function maskedField(field: string, value: unknown): unknown {
  return masked(value, personalNumberOf(field))
}

/** The value of a field named with dots, `bank.accountNo`, as text; `''` where there is none. */
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
 * What was sent, with the true number wherever a mask of it came back, so that a record that was read
 * and is sent again keeps its numbers.
 */
export function withTrueNumbers(stored: JsonObject, sent: JsonObject): JsonObject {
  return trueNumbers(stored, sent, null) as JsonObject
}

/** The first field, named with dots, whose number is a mask; `null` when there is none. */
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

function trueNumbers(stored: unknown, sent: unknown, kind: PersonalNumber | null): unknown {
  if (Array.isArray(sent)) {
    const items: unknown[] = Array.isArray(stored) ? stored : []
    return sent.map((item: unknown, place) => trueNumbers(items[place], item, kind))
  }
  if (isObject(sent)) {
    const record = isObject(stored) ? stored : {}
    return Object.fromEntries(
      Object.entries(sent).map(([field, item]) => [
        field,
        trueNumbers(
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

/** Whether a value may be a number; the address of a document is not one. */
function isNumberText(value: unknown): value is string | number {
  return (typeof value === 'string' && !/^(?:https?:|\/)/i.test(value)) || typeof value === 'number'
}
