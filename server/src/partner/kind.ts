import { type PartnerIndex, partnerIndex } from '@mandap/domain/partner/index-fields.ts'
import { type Partner, partnerFrom, tempPartnerFrom } from '@mandap/domain/partner/partner.ts'
import type { IndexedTable, RecordKind } from '../records/kind.ts'
import { type ShortParts, withShortParts } from '../records/short-parts.ts'

export const PARTNER: RecordKind<PartnerIndex & ShortParts> = {
  table: 'partner',
  subject: 'partner',
  columns: {
    id: 'text',
    name: 'text',
    status: 'text',
    companyEmail: 'text',
    noGst: 'boolean',
    missingItems: 'texts',
    searchText: 'text',
    guestSearchText: 'text',
    shortParts: 'smallIntegers',
  },
  indexed: { id: '_id', name: 'name', status: 'status' },
  indexFieldsOf: (record) => withShortParts(partnerIndex(partnerFrom(record))),
  nameOf: (record) => nameOf(partnerFrom(record)),
}

/** The deleted partners that can be restored. Their list is searched and in the order of names (§5.9). */
export const DELETED_PARTNER: IndexedTable<Pick<PartnerIndex, 'id' | 'name' | 'searchText'>> = {
  table: 'deleted_partner',
  columns: { id: 'text', name: 'text', searchText: 'text' },
  indexed: { id: '_id', name: 'name' },
  indexFieldsOf: PARTNER.indexFieldsOf,
}

/** A partner that was entered by hand (§3). It is read by id only, so the id is its only index field. */
export const TEMP_PARTNER: RecordKind = {
  table: 'temp_partner',
  subject: 'tempPartner',
  columns: { id: 'text' },
  indexed: { id: '_id' },
  indexFieldsOf: (record) => ({ id: partnerFrom(record).id }),
  nameOf: (record) => nameOf(tempPartnerFrom(record)),
}

function nameOf({ name, companyName }: Partner): string {
  return name || companyName
}
