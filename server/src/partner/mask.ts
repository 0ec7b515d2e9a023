import { maskAadhaar } from '@mandap/domain/partner/personal-number.ts'
import { type JsonObject, readText } from '@mandap/domain/wire/read.ts'

/** A partner's record as it leaves the server: the Aadhaar number masked, whatever it was typed as. */
export function maskedPartner(record: JsonObject): JsonObject {
  if (!Object.hasOwn(record, 'aadharNo')) return record
  return { ...record, aadharNo: maskAadhaar(readText(record['aadharNo'])) }
}

/** The same of JSON text. */
export function maskedPartnerText(record: string): string {
  return JSON.stringify(maskedPartner(JSON.parse(record) as JsonObject))
}
