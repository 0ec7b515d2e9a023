import { ApiError } from '@mandap/client/api-error.ts'
import { callPath } from '@mandap/client/call-path.ts'
import type { Transport, TransportRequest } from '@mandap/client/transport.ts'
import type { CallKey } from '@mandap/contract/calls.ts'
import { decodeBookingListing, type PagedBookings } from '@mandap/contract/codec/bookings.ts'
import { decodePageRequest } from '@mandap/contract/codec/page.ts'
import { decodePartnerListing } from '@mandap/contract/codec/partners.ts'
import { decodeToday } from '@mandap/contract/codec/today.ts'
import { decodeUserListing } from '@mandap/contract/codec/users.ts'
import type { ExportRequest } from '@mandap/contract/export.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import type { ManualPartner } from '@mandap/domain/booking/manual-partner.ts'
import type { Totals } from '@mandap/domain/booking/totals.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { localDate } from '@mandap/domain/time/days.ts'
import { type Decision, readReason } from '@mandap/domain/verification/decision.ts'
import { actionsOf, STEPS, type Step } from '@mandap/domain/verification/step.ts'
import { type JsonObject, readExact } from '@mandap/domain/wire/read.ts'
import { ask, type Line } from './call.ts'
import type { ListToExport } from './export.ts'
import type { OtpChallenge, Page } from './host.ts'
import { type PlainHostSettings, plainHost } from './plain/plain-host.ts'
import { recordOf } from './records.ts'

/** Answers contract calls with the code of plain/, until @mandap/adapter takes its place. */
export function plainTransport(line: Line, settings: PlainHostSettings): Transport {
  const host = plainHost(line, settings)
  const challenges = new Map<string, OtpChallenge>()
  const partnersRead = new Map<string, JsonObject>()

  const answers: Partial<Record<CallKey, Answer>> = {
    'GET /bookings': async ({ query }, signal) => {
      if (query['numberId'] !== undefined)
        return (await host.bookingsNumbered(String(query['numberId']), signal)).map(original)
      const listing = decodeBookingListing(query)
      if (listing.list === 'all') return { ...NO_PAGE, data: (await host.firstRecords()).bookings }
      if (listing.list === 'numbered') {
        const found = await host.bookingNumbersLike(listing.numberPrefix, signal)
        return { ...NO_PAGE, data: found.map(original) }
      }
      return pageOf(await host.bookingsPage({ listing, ...decodePageRequest(query) }, signal))
    },
    'GET /bookings/{id}': async ({ id }, signal) => original(await host.booking(id, signal)),
    'PATCH /bookings/{id}': async ({ id, body }) => {
      const whole = '_id' in body ? body : { ...original(await host.booking(id)), ...body }
      const [partnerId, name, mobile] = ['partnerId', 'partnerName', 'partnerMobile'].map((field) =>
        readExact(body[field]),
      )
      const partner = { id: partnerId ?? '', name: name ?? '', mobile: mobile ?? '' }
      return original(await host.swapBookingPartner({ ...bookingFrom(whole), id }, partner))
    },
    'GET /users': async ({ query }, signal) => {
      const request = { listing: decodeUserListing(query), ...decodePageRequest(query) }
      return pageOf(await host.usersPage(request, signal))
    },
    'GET /user/{id}': async ({ id }, signal) => ({ data: original(await host.user(id, signal)) }),
    'GET /user/{id}/booking-counts': async ({ id, query }, signal) => ({
      data: await host.userBookingCounts({ userId: id, today: decodeToday(query) }, signal),
    }),
    'GET /totals': async ({ query }, signal) => ({
      data: totalsJson(await host.totals(decodeToday(query), signal)),
    }),
    'GET /partners': async ({ query }, signal) => {
      const listing = decodePartnerListing(query)
      if (listing.list === 'all') return { ...NO_PAGE, data: (await host.firstRecords()).partners }
      if (listing.list === 'deleted') throw new ApiError('notFound')
      const { list } = listing
      const known = list === 'approval' ? listing : { ...listing, list }
      return pageOf(
        await host.partnersPage({ listing: known, ...decodePageRequest(query) }, signal),
      )
    },
    'GET /partners/counts': async ({ query }, signal) => ({
      data: await host.partnerCounts(readExact(query['search']), signal),
    }),
    'GET /partner-names': async (_, signal) => ({ data: await host.approvedPartnerNames(signal) }),
    'GET /partners/{id}': async ({ id }, signal) => {
      const record = original(await host.partner(id, signal))
      partnersRead.set(id, record)
      return record
    },
    'PUT /partners/{id}': async ({ id, body }) => {
      const record = partnersRead.get(id) ?? original(await host.partner(id))
      const partner = { ...partnerFrom(record), id }
      return original(await host.decide(partner, decisionFrom(body), { grant: null }))
    },
    'DELETE /partners/{id}': ({ id }) => host.deletePartner({ ...partnerFrom({}), id }, null),
    'POST /partners/{id}/reveal': async ({ id, body }, signal) => ({
      data: { value: await host.revealNumber({ id }, readExact(body['field']), signal) },
    }),
    'GET /temp-partner/{id}': async ({ id, path }, signal) => ({
      _id: id,
      ...recordOf(await ask(line, 'GET', path, { signal }), path),
    }),
    'POST /temp-partner': async ({ body }) => {
      const made = await host.createTempPartner(body as unknown as ManualPartner)
      return { _id: made.id, PartnerName: made.name, personalNumber: made.mobile }
    },
    'GET /search': async ({ query }, signal) => {
      const { users, bookings, partners, failed } = await host.search(
        readExact(query['text']),
        signal,
      )
      const records = [users, bookings, partners].map((list) => list.map(original))
      return { data: { users: records[0], bookings: records[1], partners: records[2], failed } }
    },
    'GET /summary': (_, signal) => host.summary(signal),
    'POST /otp/sms': async ({ body }) => {
      const challengeId = String(challenges.size + 1)
      challenges.set(challengeId, await host.sendOtp(readExact(body['numbers'])))
      return { status: 'OK', data: { challengeId } }
    },
    'POST /otp/verify': async ({ body }) => {
      const challenge = challenges.get(readExact(body['challengeId'])) ?? { id: '', otp: null }
      await host.verifyOtp(challenge, readExact(body['otp']))
      return { data: { grant: '', expiresAt: null } }
    },
    'GET /elevation': async () => ({ data: { expiresAt: null } }),
    'DELETE /elevation': async () => undefined,
    'POST /exports': async ({ body }) => {
      const request = body as unknown as ExportRequest
      const { format, timeZone } = request
      const today = { date: localDate(Date.now(), timeZone), timeZone }
      const file = await host.exportList({ list: listToExport(request), format, today })
      return { data: { ...file, expiresAt: '' } }
    },
  }

  return {
    async send(request, signal) {
      const answer = answers[request.key]
      const { path } = callPath(request)
      if (!answer) throw new ApiError('notFound', { call: path })
      const { params = {}, query = {}, body = {} } = request
      const id = params['id'] ?? ''
      return {
        status: 200,
        body: await answer({ id, path, query, body: body as JsonObject }, signal),
      }
    },
    refresh: () => host.refresh(),
    watch: (changed) => host.watch(changed),
  }
}

type Answer = (
  sent: {
    id: string
    path: string
    query: NonNullable<TransportRequest['query']>
    body: JsonObject
  },
  signal?: AbortSignal,
) => Promise<unknown>

const NO_PAGE = { next: null, total: null }

function original({ id, original: record }: { id: string; original: JsonObject }): JsonObject {
  return { _id: id, ...record }
}

function pageOf({ rows, ...page }: Page<{ id: string; original: JsonObject }>) {
  return { ...page, data: rows.map(original) }
}

function totalsJson({ revenue, months, ...totals }: Totals) {
  return {
    ...totals,
    revenue: String(revenue),
    months: months.map((month) => ({ ...month, revenue: String(month.revenue) })),
  }
}

function decisionFrom(body: JsonObject): Decision {
  const steps = Object.keys(STEPS) as Step[]
  const step = steps.find((one) => STEPS[one].field in body) ?? 'onlineKyc'
  const { field, actions }: { field: string; actions: Partial<Record<string, string>> } =
    STEPS[step]
  const action = actionsOf(step).find((one) => actions[one] === body[field]) ?? 'approve'
  return { step, action, ...readReason(step, readExact(body['reason'])) }
}

function listToExport({ of, query }: ExportRequest): ListToExport {
  switch (of) {
    case 'bookings':
      return { of, listing: screenList(decodeBookingListing(query)) }
    case 'partners': {
      const listing = decodePartnerListing(query)
      if (listing.list === 'all' || listing.list === 'deleted') throw new ApiError('notFound')
      return {
        of,
        listing: listing.list === 'approval' ? listing : { ...listing, list: listing.list },
      }
    }
    case 'users':
      return { of, listing: decodeUserListing(query) }
    case 'activity':
      throw new ApiError('notFound')
  }
}

function screenList(listing: PagedBookings) {
  if (listing.list === 'all' || listing.list === 'numbered') throw new ApiError('notFound')
  return listing
}
