import { phoneTexts } from '../text/search.ts'
import { fold, foldTogether } from '../text/text.ts'
import type { Partner } from './partner.ts'
import { missingItems } from './registration.ts'

/** The fields that conditions test. The server stores each of them in a column beside the record. */
export interface PartnerIndex {
  id: string
  /** Folded. */
  name: string
  status: string
  companyEmail: string
  noGst: boolean
  /** Items that the registration lacks (§5.6). */
  missingItems: readonly string[]
  /** The folded text that the searches look in, except that of the guest list (§5.5). */
  searchText: string
  /** The folded text that the search of the guest list looks in (§5.5). */
  guestSearchText: string
}

export function partnerIndex(partner: Partner): PartnerIndex {
  const { name, mobileNo, personalEmail, companyName, companyLocation } = partner
  return {
    id: partner.id,
    name: fold(name),
    status: partner.status,
    companyEmail: partner.companyEmail,
    noGst: partner.noGst,
    missingItems: missingItems(partner),
    searchText: foldTogether([
      name,
      personalEmail,
      partner.companyEmailId,
      partner.companyEmail,
      ...phoneTexts(mobileNo),
      companyName,
      companyLocation,
    ]),
    guestSearchText: foldTogether([
      name,
      ...phoneTexts(mobileNo),
      personalEmail,
      companyName,
      companyLocation,
    ]),
  }
}
