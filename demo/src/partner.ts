import type { PartnerStatus } from '@mandap/domain/partner/status.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { GUEST } from '@mandap/domain/partner/plan.ts'
import { REGISTRATION_ITEMS, type RegistrationItem } from '@mandap/domain/partner/registration.ts'
import { type Decision, decisionPayload } from '@mandap/domain/verification/decision.ts'
import { STEPS } from '@mandap/domain/verification/step.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { City } from './city.ts'
import { companyName, type Trade, TRADES } from './company.ts'
import { type SeededRandom, weightedPick } from './seeded-random.ts'
import { documentsOf } from './document.ts'
import { fullName, handle, type Name, nameOf } from './name.ts'
import { aadhaarNumber, gstin, mobileNumber, panNumber } from './number.ts'
import { randomOf, KINDS, recordId } from './record-id.ts'
import { BASE_USERS, originFrom } from './user.ts'

/** The number of partners in every demonstration, which include every state of §4.5. */
export const BASE_PARTNERS = 300

/** A partner, and the details that its bookings need. */
export interface DemoPartner {
  json: JsonObject
  status: PartnerStatus | ''
  name: string
  mobile: string
  city: City
  trade: Trade
}

/** The state of a partner's registration and verification. */
interface Standing {
  status: PartnerStatus | ''
  plan: string
  missing: readonly RegistrationItem[]
  noGst: JsonObject
}

/** Returns the partner with this index (§3). */
export function demoPartner(index: number): DemoPartner {
  const random = randomOf('partner', index)
  const { city, community } = originFrom(random)
  const owner = nameOf(community, random)
  const trade = aTrade(random)
  const standing = index < BASE_PARTNERS ? baseStanding(index) : laterStanding(random)
  const mobile = mobileNumber(KINDS.partner, index)
  const record: Record<string, unknown> = {
    _id: recordId('partner', index),
    name: fullName(owner),
    personalEmail: `${handle(owner.first)}.${handle(owner.family)}${index}@post.example`,
    mobileNo: mobile,
    ...companyOf(index, trade, owner, city, standing, random),
    servicesSelected: servicesOf(trade, random),
    language: random.chance(0.15) ? 'English' : city.language,
    aadharNo: aadhaarNumber(random),
    latitude: near(city.latitude, random),
    longitude: near(city.longitude, random),
    ...verificationOf(standing, random),
    // a partner who is also a customer
    ...(random.chance(0.15) ? { userId: recordId('user', random.below(BASE_USERS)) } : {}),
  }
  for (const item of standing.missing) without(record, item, random)
  Object.assign(record, documentsOf(index, partnerFrom(record)))
  return { json: record, status: standing.status, name: fullName(owner), mobile, city, trade }
}

const aTrade: (random: SeededRandom) => Trade = weightedPick([
  ['photography', 27],
  ['catering', 29],
  ['planning', 20],
  ['decoration', 12],
  ['music', 6],
  ['beauty', 6],
])

const PLAN_CYCLE = ['PLAN82600', 'PLAN154300', 'PLAN70000', 'PLAN130000', 'PLAN82600'] as const

const BASE_STATUSES = [
  ['pending', 54],
  ['', 14],
  ['AKYC', 26],
  ['RKYC', 14],
  ['DKYC', 10],
  ['ACV', 22],
  ['RCV', 12],
  ['DCV', 8],
  ['decline', 14],
  ['approved', 126],
] as const satisfies readonly (readonly [PartnerStatus | '', number])[]

/** Spellings of a missing GST number (§3), and two that mean that there is one. */
const NO_GST: readonly JsonObject[] = [
  { NoGST: true },
  { noGST: true },
  { NOGST: true },
  { NoGST: 'true' },
  { noGST: 'true' },
  { NOGST: 'true' },
  { NoGST: false },
  { noGST: 'false' },
]

const ITEMS = Object.keys(REGISTRATION_ITEMS) as RegistrationItem[]

function baseStanding(index: number): Standing {
  // permutes the states: 97 and 300 have no common factor
  let position = (index * 97) % BASE_PARTNERS
  const noGst = index % 8 === 3 ? (NO_GST[Math.floor(index / 8) % NO_GST.length] ?? {}) : {}
  for (const [status, count] of BASE_STATUSES) {
    if (position < count)
      return {
        status,
        noGst,
        plan: basePlan(status, position),
        missing: baseMissing(status, position),
      }
    position -= count
  }
  throw new RangeError(`${index} is not one of the first ${BASE_PARTNERS} partners.`)
}

function basePlan(status: PartnerStatus | '', position: number): string {
  // the Approval Panel hides partners without companyEmail (§2.8); one approved partner has a plan without a
  // price
  if (position % 13 === 12) return ''
  if (status === 'approved' && position === 7) return 'PLAN99999'
  const guest = status === 'approved' ? position % 4 === 3 : position % 7 === 5
  return guest && mayBeGuest(status) ? GUEST : (PLAN_CYCLE[position % PLAN_CYCLE.length] ?? '')
}

/** Returns whether a partner with this status can be a guest. */
function mayBeGuest(status: PartnerStatus | ''): boolean {
  return !Object.values<string>(STEPS.companyVerification.actions).includes(status)
}

function baseMissing(status: PartnerStatus | '', position: number): readonly RegistrationItem[] {
  const item = ITEMS[position % ITEMS.length]
  if (!item) return []
  if (status === 'pending' && position < ITEMS.length) return [item]
  if (status === 'approved' && position < 2) return ['latitude', 'longitude']
  // an abandoned registration lacks several items; the first one lacks all
  if (status === '') return position === 0 ? ITEMS : ITEMS.slice(1 + (position % 6))
  return []
}

const aStatus: (random: SeededRandom) => PartnerStatus = weightedPick([
  ['approved', 62],
  ['pending', 12],
  ['AKYC', 6],
  ['ACV', 6],
  ['RKYC', 4],
  ['RCV', 3],
  ['DKYC', 2],
  ['DCV', 2],
  ['decline', 3],
])

function laterStanding(random: SeededRandom): Standing {
  const status = aStatus(random)
  return {
    status,
    plan: random.chance(0.2) && mayBeGuest(status) ? GUEST : random.pick(PLAN_CYCLE),
    missing: random.chance(0.05) ? [random.pick(ITEMS)] : [],
    noGst: random.chance(0.1) ? { NoGST: true } : {},
  }
}

function companyOf(
  index: number,
  trade: Trade,
  owner: Name,
  city: City,
  { plan, noGst }: Standing,
  random: SeededRandom,
): JsonObject {
  const trading = companyName(trade, owner, city, random)
  const holder = random.pick(['P', 'P', 'F', 'C'] as const)
  const pan = panNumber(holder, holder === 'P' ? owner.family : trading, random)
  const registered = !Object.values(noGst).some((value) => value === true || value === 'true')
  const domain = handle(trading).replaceAll('.', '')
  return {
    companyName: holder === 'C' ? `${trading} Pvt Ltd` : trading,
    companyEmailId: `bookings@${domain}${index}.example`,
    companyEmail: plan,
    companyLocation: `${random.pick(city.localities)}, ${city.name}`,
    companyNumber: mobileNumber(KINDS.company, index),
    ...(registered && plan !== GUEST ? { gstNo: gstin(city.gstState, pan) } : {}),
    ...noGst,
  }
}

function servicesOf(trade: Trade, random: SeededRandom): string[] {
  const [main, ...more] = TRADES[trade].services
  return [main, ...random.some<string>(more, random.between(0, 3))]
}

/** Returns the fields that the decisions for a status write in the product (§4.5). */
function verificationOf({ status, plan }: Standing, random: SeededRandom): JsonObject {
  if (status === '') return {}
  return Object.assign({ status }, ...decisionsTo(status, plan, random).map(decisionPayload))
}

function decisionsTo(status: PartnerStatus, plan: string, random: SeededRandom): Decision[] {
  const kyc: Decision = { step: 'onlineKyc', action: 'approve', items: [], reason: '' }
  const company: Decision = { ...kyc, step: 'companyVerification' }
  // a guest has no company verification
  const before = plan === GUEST ? [kyc] : [kyc, company]
  switch (status) {
    case 'pending':
      return []
    case 'AKYC':
      return [kyc]
    case 'RKYC':
    case 'DKYC': {
      const [items, reason] = random.pick(KYC_REASONS)
      return [{ ...kyc, action: status === 'RKYC' ? 'reupload' : 'decline', items, reason }]
    }
    case 'ACV':
      return [kyc, company]
    case 'RCV':
    case 'DCV': {
      const [items, reason] = random.pick(COMPANY_REASONS)
      const action = status === 'RCV' ? 'reupload' : 'decline'
      return [kyc, { ...company, action, items, reason }]
    }
    case 'approved':
      return [...before, { ...kyc, step: 'inPerson' }]
    case 'decline':
      return [
        ...before,
        { ...kyc, step: 'inPerson', action: 'decline', reason: random.pick(VISIT_REASONS) },
      ]
  }
}

type Reason = readonly [Decision['items'], string]

const KYC_REASONS: readonly Reason[] = [
  [['aadhar'], 'The back of the card is missing.'],
  [['aadhar', 'pancard'], 'The names on the two cards differ.'],
  [['video'], 'The face cannot be made out; please record it in daylight.'],
  [['pancard', 'video'], 'The PAN card is blurred and the video has no sound.'],
]

const COMPANY_REASONS: readonly Reason[] = [
  [['gst'], 'The certificate belongs to another firm.'],
  [['cin'], 'The second page of the certificate is missing.'],
  [['gst', 'cin'], 'The two certificates give different addresses.'],
]

const VISIT_REASONS = [
  'Nobody was at the address at the agreed time.',
  'The premises belong to another business.',
  'The equipment shown is hired, not owned.',
] as const

// some phones send an empty field, others leave it out
function without(record: Record<string, unknown>, item: RegistrationItem, random: SeededRandom) {
  const empty = item === 'servicesSelected' ? [] : null
  if (random.chance(0.5)) delete record[item]
  else record[item] = item === 'name' || item === 'personalEmail' ? '' : empty
  // without any e-mail address
  if (item === 'personalEmail' && random.chance(0.5)) delete record['companyEmailId']
}

function near(degrees: number, random: SeededRandom): number {
  return Math.round((degrees + (random.next() - 0.5) * 0.12) * 1e4) / 1e4
}
