import { encodeAuditListing } from '@mandap/contract/codec/audit.ts'
import { encodeBookingListing } from '@mandap/contract/codec/bookings.ts'
import { encodeListToExport, type ListToExport } from '@mandap/contract/codec/export.ts'
import { encodePageRequest, type PageRequest } from '@mandap/contract/codec/page.ts'
import { encodePartnerListing } from '@mandap/contract/codec/partners.ts'
import { encodeToday } from '@mandap/contract/codec/today.ts'
import { encodeUserListing } from '@mandap/contract/codec/users.ts'
import type { AuditListing } from '@mandap/domain/audit/listing.ts'
import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import type { BookingListing } from '@mandap/domain/booking/listing.ts'
import type { ManualPartner } from '@mandap/domain/booking/manual-partner.ts'
import { type AssignedPartner, withPartner } from '@mandap/domain/booking/swap.ts'
import type { Totals } from '@mandap/domain/booking/totals.ts'
import type { ExportFormat } from '@mandap/domain/export/format.ts'
import { DELETED_BY } from '@mandap/domain/partner/deletion.ts'
import type { PartnerListing } from '@mandap/domain/partner/list.ts'
import { type Partner, partnerFrom, tempPartnerFrom } from '@mandap/domain/partner/partner.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import { type User, userFrom } from '@mandap/domain/user/user.ts'
import { type Decision, decisionPayload } from '@mandap/domain/verification/decision.ts'
import type { Client } from '../src/client.ts'

export interface Page<R> {
  rows: readonly R[]
  next: string | null
  total: number | null
}

type Paged<L> = PageRequest & { listing: L }

/** Maximum number of records of each kind in a search. */
const MAX_FOUND = 5

/** Returns the calls of a client, with values of the domain instead of queries and JSON. */
export type RecordCalls = ReturnType<typeof recordCalls>

export function recordCalls(client: Client) {
  return {
    async bookingsPage(
      { listing, ...page }: Paged<BookingListing>,
      signal?: AbortSignal,
    ): Promise<Page<Booking>> {
      const query = { ...encodeBookingListing(listing), ...encodePageRequest(page) }
      return pageFrom(await client.call('GET /bookings', { query }, { signal }), bookingFrom)
    },

    async bookingNumbersLike(numberPrefix: string, limit = 8): Promise<readonly Booking[]> {
      const query = { ...encodeBookingListing({ list: 'numbered', numberPrefix }), limit }
      return pageFrom(await client.call('GET /bookings', { query }), bookingFrom).rows
    },

    async bookingsNumbered(numberId: string): Promise<Booking[]> {
      const answer = await client.call('GET /bookings', { query: { numberId } })
      if (!Array.isArray(answer)) throw new Error('A page, where a list was expected')
      return answer.map((json) => bookingFrom(json))
    },

    async booking(id: string, signal?: AbortSignal): Promise<Booking> {
      return bookingFrom(await client.call('GET /bookings/{id}', { params: { id } }, { signal }))
    },

    async swapBookingPartner(booking: Booking, partner: AssignedPartner): Promise<Booking> {
      const request = {
        params: { id: booking.id },
        headers: ifMatch(booking),
        body: withPartner(booking, partner),
      }
      return bookingFrom(await client.call('PATCH /bookings/{id}', request))
    },

    async user(id: string): Promise<User> {
      return userFrom((await client.call('GET /user/{id}', { params: { id } })).data)
    },

    async usersPage({ listing, ...page }: Paged<UserListing>): Promise<Page<User>> {
      const query = { ...encodeUserListing(listing), ...encodePageRequest(page) }
      return pageFrom(await client.call('GET /users', { query }), userFrom)
    },

    async userBookingCounts({ userId, today }: { userId: string; today: Today }) {
      const request = { params: { id: userId }, query: encodeToday(today) }
      return (await client.call('GET /user/{id}/booking-counts', request)).data
    },

    async totals(today: Today): Promise<Totals> {
      const { data } = await client.call('GET /totals', { query: encodeToday(today) })
      const months = data.months.map((month) => ({ ...month, revenue: BigInt(month.revenue) }))
      return { ...data, revenue: BigInt(data.revenue), months }
    },

    summary: () => client.call('GET /summary', {}),

    async partner(id: string): Promise<Partner> {
      return partnerFrom(await client.call('GET /partners/{id}', { params: { id } }))
    },

    async tempPartner(id: string): Promise<Partner> {
      return tempPartnerFrom(await client.call('GET /temp-partner/{id}', { params: { id } }))
    },

    async partnersPage({ listing, ...page }: Paged<PartnerListing>): Promise<Page<Partner>> {
      const query = { ...encodePartnerListing(listing), ...encodePageRequest(page) }
      return pageFrom(await client.call('GET /partners', { query }), partnerFrom)
    },

    async partnerCounts(search: string) {
      return (await client.call('GET /partners/counts', { query: { search } })).data
    },

    async approvedPartnerNames(search?: string): Promise<readonly string[]> {
      const query = { list: 'approved', search } as const
      return (await client.call('GET /partner-names', { query })).data
    },

    async decide(
      partner: Partner,
      decision: Decision,
      { grant }: { grant: string | null },
    ): Promise<Partner> {
      const request = {
        params: { id: partner.id },
        headers: { ...ifMatch(partner), ...elevated(grant) },
        body: decisionPayload(decision),
      }
      return partnerFrom(await client.call('PUT /partners/{id}', request))
    },

    deletePartner(partner: Partner, grant: string | null): Promise<void> {
      return client.send('DELETE /partners/{id}', {
        params: { id: partner.id },
        headers: { ...ifMatch(partner), ...elevated(grant) },
        body: { deletedBy: DELETED_BY },
      })
    },

    restorePartner(id: string, grant: string | null): Promise<void> {
      const request = { params: { id }, headers: elevated(grant) }
      return client.send('POST /partners/{id}/restore', request)
    },

    async revealNumber({ id }: Pick<Partner, 'id'>, field: string): Promise<string> {
      const request = { params: { id }, body: { field } }
      return (await client.call('POST /partners/{id}/reveal', request)).data.value
    },

    async createTempPartner(manual: ManualPartner): Promise<AssignedPartner> {
      const made = tempPartnerFrom(await client.call('POST /temp-partner', { body: manual }))
      return { id: made.id, name: made.name, mobile: made.mobileNo }
    },

    async search(text: string, signal?: AbortSignal) {
      const query = { text, limit: MAX_FOUND }
      const { data } = await client.call('GET /search', { query }, { signal })
      return {
        users: data.users.map((json) => userFrom(json)),
        bookings: data.bookings.map((json) => bookingFrom(json)),
        partners: data.partners.map((json) => partnerFrom(json)),
        failed: data.failed ?? [],
      }
    },

    async sendOtp(numbers: string) {
      return (await client.call('POST /otp/sms', { body: { numbers } })).data
    },

    async verifyOtp(challengeId: string, otp: string) {
      return (await client.call('POST /otp/verify', { body: { challengeId, otp } })).data
    },

    async elevation(grant: string | null) {
      return (await client.call('GET /elevation', { headers: elevated(grant) })).data
    },

    endElevation: () => client.send('DELETE /elevation', {}),

    async auditPage({ listing, ...page }: Paged<AuditListing>) {
      const query = { ...encodeAuditListing(listing), ...encodePageRequest(page) }
      return client.call('GET /activity', { query })
    },

    async exportList(list: ListToExport, format: ExportFormat, timeZone: string) {
      const body = { ...encodeListToExport(list), format, timeZone }
      return (await client.call('POST /exports', { body })).data
    },
  }
}

function pageFrom<R>(answer: unknown, recordFrom: (json: unknown) => R): Page<R> {
  if (Array.isArray(answer)) throw new Error('A list, where a page was expected')
  const { data, next, total } = answer as Omit<Page<unknown>, 'rows'> & { data: unknown[] }
  return { rows: data.map(recordFrom), next, total }
}

function ifMatch({ version }: { version: number | null }): Record<string, string> {
  return version === null ? {} : { 'if-match': `"${version}"` }
}

function elevated(grant: string | null): Record<string, string> {
  return grant ? { 'x-elevation': grant } : {}
}
