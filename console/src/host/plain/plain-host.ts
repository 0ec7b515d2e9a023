import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { withPartner } from '@mandap/domain/booking/swap.ts'
import { DELETED_BY } from '@mandap/domain/partner/deletion.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { decisionPayload } from '@mandap/domain/verification/decision.ts'
import { ask, type Line, tell } from '../call.ts'
import { documentAt } from '../document.ts'
import { fileNameOf } from '../export.ts'
import { HostFailure } from '../failure.ts'
import type { Host } from '../host.ts'
import {
  findBooking,
  findBookingsNumbered,
  findPartner,
  findPartnerNumber,
  findPartnerOrTempPartner,
  findUser,
  postTempPartner,
} from '../records.ts'
import { elevationInBrowser } from './elevation-in-browser.ts'
import { type ListSettings, listsOf } from './lists.ts'
import { listsInWorker } from './lists-in-worker.ts'

export interface PlainHostSettings extends ListSettings {
  /** Whose phones may elevate (§5.1); nobody's unless given. */
  superAdminNumbers?: readonly string[]
}

/** A server with §7's calls and nothing more: lists arrive whole, and the rules run here. */
export function plainHost(
  line: Line,
  { superAdminNumbers = [], ...settings }: PlainHostSettings,
): Host {
  const lists =
    typeof Worker === 'undefined' ? listsOf(line, settings) : listsInWorker(line, settings)
  return {
    kind: 'plain',
    bookingsPage: lists.bookingsPage,
    bookingNumbersLike: lists.bookingNumbersLike,
    partnersPage: lists.partnersPage,
    partnerCounts: lists.partnerCounts,
    approvedPartnerNames: lists.approvedPartnerNames,
    summary: lists.summary,
    usersPage: lists.usersPage,
    userBookingCounts: lists.userBookingCounts,
    totals: lists.totals,
    search: lists.search,
    firstRecords: lists.firstRecords,
    refresh: lists.refresh,
    watch: lists.watch,

    bookingsNumbered: (text, signal) => findBookingsNumbered(line, text, signal),
    booking: (id, signal) => findBooking(line, id, signal),
    user: (id, signal) => findUser(line, id, signal),
    partner: (id, signal) => findPartner(line, id, signal),
    partnerOrTempPartner: (id, signal) => findPartnerOrTempPartner(line, id, signal),

    async swapBookingPartner(booking, partner) {
      const body = withPartner(booking, partner)
      await tell(line, 'PATCH', `/bookings/${encodeURIComponent(booking.id)}`, { body })
      lists.showSwapped(body)
      return bookingFrom(body)
    },

    createTempPartner: (manual) =>
      postTempPartner((path, options) => ask(line, 'POST', path, options), manual),
    async deletePartner({ id }) {
      const body = { deletedBy: DELETED_BY }
      await tell(line, 'DELETE', `/partners/${encodeURIComponent(id)}`, { body })
      lists.showDeleted(id)
    },

    revealNumber: ({ id }, field, signal) => findPartnerNumber(line, id, field, signal),

    async exportList(request) {
      const url = URL.createObjectURL(await lists.exportFile(request))
      return { url, name: fileNameOf(request) }
    },

    // §7 has no call for these
    restorePartner: () => Promise.reject(new HostFailure('notFound')),
    activityPage: () => Promise.reject(new HostFailure('notFound')),
    activityPeople: () => Promise.reject(new HostFailure('notFound')),

    ...elevationInBrowser(line, superAdminNumbers),

    async decide(partner, decision) {
      const body = decisionPayload(decision)
      await tell(line, 'PUT', `/partners/${encodeURIComponent(partner.id)}`, { body })
      const decided = { ...partner.original, ...body }
      lists.showDecided(decided)
      return { ...partnerFrom(decided), id: partner.id }
    },

    openDocument: async (address) => documentAt(address),
  }
}
