import { fold, foldTogether } from '../text/text.ts'
import type { Partner } from './partner.ts'
import { missingItems } from './registration.ts'

/** What the rules ask of a partner. The server stores exactly these beside the record. */
export interface PartnerIndex {
  id: string
  /** Folded. */
  name: string
  status: string
  companyEmail: string
  noGst: boolean
  /** Items that the registration lacks (§5.6). */
  missingItems: readonly string[]
  /** Folded: what the searches of the panel, the GST and the in-progress list look in (§5.5). */
  searchText: string
  /** Folded: what the guest list's filter looks in (§5.5). */
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
      mobileNo,
      companyName,
      companyLocation,
    ]),
    guestSearchText: foldTogether([name, mobileNo, personalEmail, companyName, companyLocation]),
  }
}
