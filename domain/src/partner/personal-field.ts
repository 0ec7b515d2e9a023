import type { PersonalNumber } from './personal-number.ts'

/**
 * What a field may hold by its name: a kind of personal number; text that people write freely; a value whose digits are
 * something else (a phone, an id); a field of §3; or anything.
 */
export type FieldKind = PersonalNumber | 'note' | 'exempt' | 'known' | 'any'

/** Prefixes that say whose number it is, as in `ownerAadhar`. */
const OWNERS = [
  '',
  ...textsOf(
    'own owner partner personal my director proprietor applicant holder user customer client vendor',
  ),
  ...textsOf(
    'company business firm father mother spouse nominee guarantor beneficiary payee masked',
  ),
]

const NUMBER = ['no', 'num', 'number']
const CARD = ['', ...NUMBER, 'card', ...NUMBER.map((end) => `card${end}`)]
const BANKS = ['', 'bank', 'savings', 'current', 'payout', 'settlement', 'refund']
const CARDS = ['', 'bank', 'debit', 'credit', 'atm', 'payment', 'rupay']

/** A name that is made of one part of each list. */
type Name = readonly (readonly string[])[]

/**
 * The names of each kind of number, normalised. Hosts use different ones. They are not written out, because sets of these
 * 4,800 names delay the screens of partners.
 */
const NUMBERS: Record<PersonalNumber, readonly Name[]> = {
  aadhaar: [
    [
      OWNERS,
      ['aadhaar', 'aadhar', 'adhaar', 'adhar', 'aadaar', 'aadar'],
      [...CARD, 'id', 'cardid', 'uid'],
    ],
  ],
  pan: [[OWNERS, ['pan'], [...CARD, 'id']]],
  account: [
    [OWNERS, BANKS, ['account', 'acct', 'acc', 'ac'], NUMBER],
    [OWNERS, ['bank', 'savings'], ['account', 'acct', 'acc', 'ac']],
    [OWNERS, ['iban'], ['', ...NUMBER]],
    [OWNERS, CARDS, ['card'], NUMBER],
  ],
}

/** Prefixes of a pair of fields that hold the kind of a number and the number: `{ type: 'aadhaar', number: '…' }`. */
const PROOFS = ['', 'id', 'document', 'doc', 'proof', 'idproof']
const TYPE: Name = [PROOFS, ['type', 'kind']]
const VALUE: Name = [PROOFS, ['value', ...NUMBER]]

/** Words of fields that people write freely. */
const NOTES = new Set(
  textsOf('reason note notes remark remarks comment comments message description feedback'),
)

/** Words of fields whose digits look like personal numbers: `919820012345`, a UPI reference, a GST number. */
const EXEMPT = new Set(
  [
    'phone phones mobile mobiles mob tel telephone telephones whatsapp contact contacts fax',
    'transaction transactions txn utr upi vpa rrn ref reference order invoice receipt',
    'address addresses addr url urls uri link links href email emails gst gstin nogst',
  ].flatMap(textsOf),
)
const IDS = new Set(['id', 'ids', 'uuid'])

/** The fields of §3. What they hold is known, so only their names can make them personal. */
const KNOWN = new Set(
  [
    '_id id numberId userId user_id customerId customer_id eventId eventType location',
    'transactionId status dateFrom dateTo eventDate createdAt budget partnerId partnerName',
    'partnerMobile services photographyEvent cateringEvent name fullName email phone PartnerName',
    'personalEmail mobileNo personalNumber companyName companyEmailId companyEmail',
    'companyLocation companyNumber gstNo servicesSelected kycStatus cvStatus ipvStatus videoUrl',
    'aadharUrl panCardUrl gstCertificateUrl incorporationCertificateUrl latitude longitude',
    'language NoGST noGST NOGST version erasedAt deletedAt deletedBy deletedByEmail',
  ].flatMap(textsOf),
)

/** Returns the kind of personal number that a field of this name holds, or `null`. */
export function personalNumberOf(field: string): PersonalNumber | null {
  const kind = fieldKind(field)
  return isPersonal(kind) ? kind : null
}

export function isPersonal(kind: FieldKind): kind is PersonalNumber {
  return Object.hasOwn(NUMBERS, kind)
}

/** What the name of a field says. */
interface Named {
  kind: FieldKind
  /** Whether the field may name the kind of a number beside it. */
  isType: boolean
}

const MAX_CACHED = 1000
const MAX_CACHED_NAME = 100
const cached = new Map<string, Named>()

/** Returns what a field may hold. */
export function fieldKind(field: string): FieldKind {
  return named(field).kind
}

/** Caches the answer, because names repeat in every record. */
function named(field: string): Named {
  const found = cached.get(field)
  if (found !== undefined) return found
  const answer = { kind: kindOf(field), isType: isNamed(normalise(field), TYPE) }
  if (cached.size === MAX_CACHED) cached.clear()
  if (field.length <= MAX_CACHED_NAME) cached.set(field, answer)
  return answer
}

function kindOf(field: string): FieldKind {
  const number = kindNamed(field)
  if (number !== null) return number
  const words = wordsOf(field)
  if (words.some((word) => NOTES.has(word))) return 'note'
  if (KNOWN.has(field)) return 'known'
  const isExempt = words.some((word) => EXEMPT.has(word) || EXEMPT.has(withoutNumber(word)))
  return isExempt || IDS.has(words.at(-1) ?? '') ? 'exempt' : 'any'
}

function kindNamed(name: string): PersonalNumber | null {
  const normalised = normalise(name)
  const kinds = Object.keys(NUMBERS) as PersonalNumber[]
  return kinds.find((kind) => NUMBERS[kind].some((each) => isNamed(normalised, each))) ?? null
}

/** Returns the kind that another field of the same object names: `aadhaar` for `{ type: 'Aadhaar card' }`. */
export function kindBeside(object: Readonly<Record<string, unknown>>): PersonalNumber | null {
  for (const field of Object.keys(object)) {
    if (!named(field).isType) continue
    const value = object[field]
    if (typeof value !== 'string' || value.length > MAX_CACHED_NAME) continue
    const kind = kindNamed(value)
    if (kind !== null) return kind
  }
  return null
}

/** Returns whether a field holds the number whose kind another field names. */
export function isValueField(field: string): boolean {
  return isNamed(normalise(field), VALUE)
}

function normalise(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '')
}

/** Splits `alternatePhone_no` into its words, in lower case. */
function wordsOf(field: string): string[] {
  return field
    .replaceAll(/[A-Z][a-z]/g, (start) => ` ${start}`)
    .replaceAll(/[a-z\d][A-Z]/g, ([last, next]) => `${last} ${next}`)
    .toLowerCase()
    .split(/[^a-z\d]/)
}

function withoutNumber(word: string): string {
  const end = ['number', 'num', 'no', 'id'].find((each) => word.endsWith(each)) ?? ''
  return end === '' ? word : word.slice(0, -end.length)
}

function textsOf(line: string): string[] {
  return line.split(' ')
}

/** Returns whether a text is such a name. */
function isNamed(text: string, [parts, ...rest]: Name): boolean {
  if (parts === undefined) return text === ''
  return parts.some((part) => text.startsWith(part) && isNamed(text.slice(part.length), rest))
}
