import type { Partner } from '@mandap/domain/partner/partner.ts'
import { partnerWorklist } from '@mandap/domain/partner/worklist.ts'
import { paths } from './paths.ts'

/**
 * Returns the screen that shows a partner: that of their worklist. For an erased partner it is that of the bookings, which
 * remain. No screen shows a partner without an id, so the list of all partners is searched for the name.
 */
export function partnerScreen(partner: Partner): { to: string; name: string } {
  const { id, name } = partner
  if (id === '') {
    const search = new URLSearchParams({ search: name })
    return { to: `${paths.allPartners()}?${search}`, name: 'All Partners' }
  }
  if (partner.erasedAt !== null) return { to: paths.partnerBookings(id), name: 'their bookings' }
  switch (partnerWorklist(partner)) {
    case 'guest':
      return { to: paths.guestPartner(id), name: 'Guest Partners' }
    case 'approved':
      return { to: paths.partnerBookings(id), name: 'Partner Details' }
    case 'approval':
      return { to: paths.kycHub(id), name: 'the Approval Panel' }
    case 'inProgress':
      return { to: paths.inProgressPartner(id), name: 'In Progress Partners' }
  }
}
