import {
  type JsonObject,
  readExact,
  readFirst,
  readId,
  readInstant,
  readNumber,
  readObject,
  readText,
  readTexts,
} from '../wire/read.ts'

/** A partner or temp partner (§3). Missing text is `''`, a missing number is `null`. */
export interface Partner {
  id: string
  /** `name`, else `PartnerName`. For a temp partner, `PartnerName` comes first. */
  name: string
  personalEmail: string
  /** `mobileNo`, else `personalNumber`. For a temp partner, `personalNumber` comes first. */
  mobileNo: string
  companyName: string
  companyEmailId: string
  /** A plan code, `Guest`, or an e-mail address (§3). */
  companyEmail: string
  companyLocation: string
  companyNumber: string
  gstNo: string
  servicesSelected: readonly string[]
  status: string
  kycStatus: string
  cvStatus: string
  ipvStatus: string
  reason: string
  videoUrl: string
  aadharUrl: string
  panCardUrl: string
  gstCertificateUrl: string
  incorporationCertificateUrl: string
  aadharNo: string
  latitude: number | null
  longitude: number | null
  language: string
  /** The partner's own user account, if linked. */
  userId: string
  noGst: boolean
  /** When the person was erased, in epoch milliseconds; `null` for everybody else. */
  erasedAt: number | null
  /** The version of the record, `null` if missing. A host without versions may have a field of its own with this name. */
  version: number | null
  /** The record as the host sent it. */
  original: JsonObject
}

/** Reads a partner from any JSON value. Never throws. */
export function partnerFrom(json: unknown): Partner {
  const original = readObject(json)
  const text = (field: string) => readText(original[field])
  return {
    id: readId(original['_id']) || readId(original['id']),
    name: readFirst(original, 'name', 'PartnerName'),
    personalEmail: text('personalEmail'),
    mobileNo: readFirst(original, 'mobileNo', 'personalNumber'),
    companyName: text('companyName'),
    companyEmailId: text('companyEmailId'),
    companyEmail: text('companyEmail'),
    companyLocation: text('companyLocation'),
    companyNumber: text('companyNumber'),
    gstNo: text('gstNo'),
    servicesSelected: readTexts(original['servicesSelected']),
    status: text('status'),
    kycStatus: text('kycStatus'),
    cvStatus: text('cvStatus'),
    ipvStatus: text('ipvStatus'),
    reason: text('reason'),
    videoUrl: readExact(original['videoUrl']),
    aadharUrl: readExact(original['aadharUrl']),
    panCardUrl: readExact(original['panCardUrl']),
    gstCertificateUrl: readExact(original['gstCertificateUrl']),
    incorporationCertificateUrl: readExact(original['incorporationCertificateUrl']),
    aadharNo: text('aadharNo'),
    latitude: readNumber(original['latitude']),
    longitude: readNumber(original['longitude']),
    language: text('language'),
    userId: readId(original['userId']),
    noGst: ['NoGST', 'noGST', 'NOGST'].some((spelling) => isTrue(original[spelling])),
    erasedAt: readInstant(original['erasedAt']),
    version: readNumber(original['version']),
    original,
  }
}

/** Reads a temp partner, whose `PartnerName` and `personalNumber` come first (§3). Never throws. */
export function tempPartnerFrom(json: unknown): Partner {
  const partner = partnerFrom(json)
  return {
    ...partner,
    name: readFirst(partner.original, 'PartnerName', 'name'),
    mobileNo: readFirst(partner.original, 'personalNumber', 'mobileNo'),
  }
}

function isTrue(value: unknown): boolean {
  return value === true || readText(value) === 'true'
}
