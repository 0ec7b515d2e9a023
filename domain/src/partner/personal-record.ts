import { isObject, type JsonObject, readText } from '../wire/read.ts'
import {
  type FieldKind,
  fieldKind,
  isPersonal,
  isValueField,
  kindBeside,
} from './personal-field.ts'
import { isIfsc, kindByForm, maskByForm } from './personal-form.ts'
import { PERSONAL_NUMBERS, type PersonalNumber } from './personal-number.ts'

/** A value of a record that is personal: a number, or text that contains numbers. */
export interface PersonalValue {
  /** Where it is: the names of the fields with dots between them, as `fieldPath` writes them. */
  path: string
  kind: PersonalNumber | 'text'
  value: string | number
}

/** A record whose personal values are masked, and their true values. */
export interface SeparatedRecord<T> {
  masked: T
  values: PersonalValue[]
}

/**
 * Masks the personal values of a record, at any depth, and returns the true ones beside it. Numbers are recognised by
 * the names of their fields; in notes, and in fields outside §3, also by their form. Values that are masked already
 * stay. Returns the same record if it has none.
 */
export function separatePersonalValues<T extends JsonObject>(record: T): SeparatedRecord<T> {
  const values: PersonalValue[] = []
  const masked = walked(record, { kind: 'any', withAccounts: false }, [], (found) => {
    if (found.masked !== found.value) values.push(found)
    return found.masked
  })
  return {
    masked: masked as T,
    values: values.map(({ path, kind, value }) => ({ path, kind, value })),
  }
}

/** Masks every personal value of a record. */
export function maskPersonalNumbers<T extends JsonObject>(record: T): T {
  return separatePersonalValues(record).masked
}

/** Masks the value of a field of this name. */
export function maskedField(field: string, value: unknown): unknown {
  return maskPersonalNumbers({ [field]: value })[field]
}

/** Masks the numbers in text that a person wrote, such as the reason of a decision. */
export function maskNote(text: string): string {
  return maskByForm(text)
}

/** Returns the personal numbers of a record, masked or not, each with its field path. Text that contains some is left out. */
export function personalNumbersIn(
  record: JsonObject,
): { field: string; kind: PersonalNumber; number: string }[] {
  const numbers: ReturnType<typeof personalNumbersIn> = []
  walked(record, { kind: 'any', withAccounts: false }, [], ({ path, kind, value }) => {
    if (kind !== 'text') numbers.push({ field: path, kind, number: readText(value) })
    return value
  })
  return numbers
}

/** Returns the text of the personal number at a field path such as `bank.accountNo`, or `''` if there is none. */
export function personalNumberAt(record: JsonObject, path: string): string {
  return personalNumbersIn(record).find(({ field }) => field === path)?.number ?? ''
}

/** Returns the value at a field path, or undefined. */
export function valueAt(record: JsonObject, path: string): unknown {
  let value: unknown = record
  for (const name of namesOf(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as JsonObject)[name]
  }
  return value
}

/** Returns a record with its true values in place of the masks. Values whose fields do not exist are left out. */
export function withPersonalValues<T extends JsonObject>(
  record: T,
  values: readonly Pick<PersonalValue, 'path' | 'value'>[],
): T {
  return values.reduce(
    (whole, { path, value }) => withValueAt(whole, namesOf(path), value) as T,
    record,
  )
}

function withValueAt(container: unknown, names: readonly string[], value: unknown): unknown {
  const [name, ...rest] = names
  if (name === undefined) return value
  if (typeof container !== 'object' || container === null || !Object.hasOwn(container, name))
    return container
  const next = withValueAt((container as JsonObject)[name], rest, value)
  if (Array.isArray(container))
    return container.map((item, at) => (String(at) === name ? next : item))
  return { ...container, [name]: next }
}

/**
 * Returns the path of the first field that holds a mask in place of a number, although the stored record has another
 * value there; `null` if there is none.
 */
export function firstForeignMask(stored: JsonObject, sent: JsonObject): string | null {
  const mask = personalNumbersIn(sent).find(
    ({ field, kind, number }) =>
      PERSONAL_NUMBERS[kind].masked.test(number) && valueAt(stored, field) !== valueAt(sent, field),
  )
  return mask?.field ?? null
}

/** Returns the values without whole Aadhaar numbers, of which only the masks are kept. */
export function withoutAadhaar(values: readonly PersonalValue[]): PersonalValue[] {
  return values.flatMap((one) => {
    if (one.kind !== 'text' || typeof one.value !== 'string')
      return one.kind === 'aadhaar' ? [] : [one]
    return [{ ...one, value: maskByForm(one.value, false, 'aadhaar') }]
  })
}

/** Returns the field of the record that contains the value at a path. */
export function fieldOfPath(path: string): string {
  return namesOf(path)[0] ?? ''
}

/** Joins the names of nested fields with dots. A dot or backslash in a name is written behind a backslash. */
export function fieldPath(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/[\\.]/g, (sign) => `\\${sign}`)).join('.')
}

function namesOf(path: string): string[] {
  const names = ['']
  for (let at = 0; at < path.length; at += 1) {
    if (path.charAt(at) === '.') names.push('')
    else {
      if (path.charAt(at) === '\\') at += 1
      names[names.length - 1] += path.charAt(at)
    }
  }
  return names
}

/** What is known about a value from the fields around it. */
interface Around {
  kind: FieldKind
  /** Whether an IFSC code is beside it, so that long numbers are accounts. */
  withAccounts: boolean
}

type Found = PersonalValue & { masked: string | number }

/** Returns a value with every personal value in it replaced; the same value if nothing changes. */
function walked(
  value: unknown,
  around: Around,
  names: string[],
  replace: (found: Found) => string | number,
): unknown {
  if (typeof value === 'string' || typeof value === 'number') {
    const found = personalValue(value, around)
    return found ? replace({ ...found, path: fieldPath(names), value }) : value
  }
  const isList = Array.isArray(value)
  if (!isList && !isObject(value)) return value
  const beside = isList ? null : besideOf(value, around)
  const object = value as JsonObject
  const keys = Object.keys(object)
  let changed: unknown[] | undefined
  // an iterator would be slower, and every field of an imported record passes here
  for (let at = 0; at < keys.length; at += 1) {
    const name = keys[at] as string
    const item = object[name]
    names.push(name)
    const next = walked(item, beside ? aroundOf(name, around, beside) : around, names, replace)
    names.pop()
    if (next === item) continue
    // nearly every record is built again for one value, or for none
    changed ??= keys.map((key) => object[key])
    changed[at] = next
  }
  if (changed === undefined) return value
  return isList ? changed : Object.fromEntries(keys.map((name, at) => [name, changed[at]]))
}

/** What the fields of an object say about each other. */
interface Beside {
  kind: PersonalNumber | null
  hasIfsc: boolean
}

function besideOf(object: JsonObject, { withAccounts }: Around): Beside {
  return {
    kind: kindBeside(object),
    hasIfsc: withAccounts || Object.values(object).some(isIfsc),
  }
}

function aroundOf(name: string, around: Around, { kind, hasIfsc }: Beside): Around {
  const own = fieldKind(name)
  if (isPersonal(own)) return { kind: own, withAccounts: hasIfsc }
  // what is within the field of a number belongs to the number: a field that names another kind is masked too
  if (isPersonal(around.kind)) return { kind: around.kind, withAccounts: hasIfsc }
  if (kind !== null && isValueField(name)) return { kind, withAccounts: hasIfsc }
  const isOfPhone = around.kind === 'exempt' && own === 'any'
  return { kind: isOfPhone ? around.kind : own, withAccounts: hasIfsc }
}

const ADDRESS = /^(?:https?:|\/)/i
const ONE_ADDRESS = /^(?:https?:|\/)\S*$/i

/** Returns the kind of a personal value and its mask; `null` for any other value. */
function personalValue(
  value: string | number,
  { kind, withAccounts }: Around,
): Pick<Found, 'kind' | 'masked'> | null {
  // most fields end here, before their text is read
  if (kind === 'exempt' || kind === 'known') return null
  // the address of a document is no number; a note may have more than an address
  if (typeof value === 'string' && (kind === 'note' ? ONE_ADDRESS : ADDRESS).test(value))
    return null
  if (isPersonal(kind)) {
    const text = readText(value)
    if (text === '') return null
    const isMask = PERSONAL_NUMBERS[kind].masked.test(text)
    return { kind, masked: isMask ? value : PERSONAL_NUMBERS[kind].mask(text) }
  }
  const text = typeof value === 'string' ? value : String(value)
  const masked = maskByForm(text, withAccounts)
  const whole = kindByForm(text.trim(), withAccounts)
  if (whole !== null) return { kind: whole, masked: masked === text ? value : masked }
  return masked === text ? null : { kind: 'text', masked }
}
