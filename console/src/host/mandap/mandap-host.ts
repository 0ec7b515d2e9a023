import { auditEntryFrom } from '@mandap/domain/audit/entry.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { MAX_SUGGESTIONS } from '@mandap/domain/booking/number.ts'
import { MAX_PATCH_BYTES, swappedFields, withPartner } from '@mandap/domain/booking/swap.ts'
import { DELETED_BY } from '@mandap/domain/partner/deletion.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { clean } from '@mandap/domain/text/text.ts'
import { userFrom } from '@mandap/domain/user/user.ts'
import { decisionPayload } from '@mandap/domain/verification/decision.ts'
import {
  isObject,
  type JsonObject,
  readInstant,
  readNumber,
  readObject,
  readOne,
  readText,
} from '@mandap/domain/wire/read.ts'
import { jsonBytes } from '@mandap/domain/wire/size.ts'
import { ask, type Line, tell } from '../call.ts'
import { type Conflict, type ApiErrorDetails, ApiError, type RecordChange } from '../api-error.ts'
import { openMandapDocument } from '../document.ts'
import { type Host, MAX_DEBUGGED, MAX_FOUND, type Page, type PageRequest } from '../host.ts'
import { approvalCounts } from '../partner-counts.ts'
import {
  findBooking,
  findBookingsNumbered,
  findPartner,
  findPartnerOrTempPartner,
  findUser,
  listOf,
  postTempPartner,
} from '../records.ts'
import { auditQuery } from './audit-query.ts'
import { bookingsQuery } from './bookings-query.ts'
import { elevationCalls, withGrant } from './elevation-calls.ts'
import { exportList } from './export-calls.ts'
import { partnersQuery } from './partners-query.ts'
import { repeatableWrites } from './repeatable-writes.ts'
import { groupCountsFrom, totalsFrom } from './totals-from.ts'
import { usersQuery } from './users-query.ts'

/** Our own server: it applies the rules, pages the lists and guards versions. */
export function mandapHost(line: Line): Host {
  const write = repeatableWrites(line)
  return {
    kind: 'mandap',

    async bookingsPage({ listing, ...request }, signal) {
      const query = { ...bookingsQuery(listing), ...placeOf(request) }
      const json = await ask(line, 'GET', '/bookings', { query, signal })
      return pageOf(json, '/bookings', bookingFrom)
    },

    async bookingNumbersLike(text, signal) {
      const query = { numberPrefix: text, limit: MAX_SUGGESTIONS }
      const json = await ask(line, 'GET', '/bookings', { query, signal })
      return listOf(json, '/bookings').map(bookingFrom)
    },

    bookingsNumbered: (text, signal) => findBookingsNumbered(line, text, signal),
    booking: (id, signal) => findBooking(line, id, signal),
    user: (id, signal) => findUser(line, id, signal),
    partner: (id, signal) => findPartner(line, id, signal),
    partnerOrTempPartner: (id, signal) => findPartnerOrTempPartner(line, id, signal),

    async partnersPage({ listing, ...request }, signal) {
      const query = { ...partnersQuery(listing), ...placeOf(request) }
      const json = await ask(line, 'GET', '/partners', { query, signal })
      return pageOf(json, '/partners', partnerFrom)
    },

    async partnerCounts(search, signal) {
      const query = { search: clean(search) || undefined }
      const json = readOne(await ask(line, 'GET', '/partners/counts', { query, signal }))
      if (!isObject(json) || !Object.values(json).every((count) => readNumber(count) !== null))
        throw new ApiError('malformed', { call: 'GET /partners/counts' })
      const counts = countsOf(json)
      return approvalCounts((status) => counts[status] ?? 0)
    },

    async approvedPartnerNames(signal) {
      const query = { list: 'approved' }
      const json = await ask(line, 'GET', '/partner-names', { query, signal })
      return listOf(json, '/partner-names').map(readText)
    },

    async summary(signal) {
      const json = readObject(readOne(await ask(line, 'GET', '/summary', { signal })))
      const [users, bookings, partners] = ['users', 'bookings', 'partners'].map((list) =>
        readNumber(json[list]),
      )
      if (users == null || bookings == null || partners == null)
        throw new ApiError('malformed', { call: 'GET /summary' })
      return {
        users,
        bookings,
        partners,
        bookingsByStatus: countsOf(json['bookingsByStatus']),
        failed: [],
      }
    },

    async usersPage({ listing, ...request }, signal) {
      const query = { ...usersQuery(listing), ...placeOf(request) }
      const json = await ask(line, 'GET', '/users', { query, signal })
      return pageOf(json, '/users', userFrom)
    },

    async userBookingCounts({ userId, today }, signal) {
      const path = `/user/${encodeURIComponent(userId)}/booking-counts`
      const query = { today: today.date, timeZone: today.timeZone }
      const counts = groupCountsFrom(readOne(await ask(line, 'GET', path, { query, signal })))
      if (!counts) throw new ApiError('malformed', { call: `GET ${path}` })
      return counts
    },

    async totals({ date, timeZone }, signal) {
      const query = { today: date, timeZone }
      const totals = totalsFrom(readOne(await ask(line, 'GET', '/totals', { query, signal })))
      if (!totals) throw new ApiError('malformed', { call: 'GET /totals' })
      return totals
    },

    async search(text, signal) {
      const query = { text: clean(text), limit: MAX_FOUND }
      const { data } = readObject(await ask(line, 'GET', '/search', { query, signal }))
      const { users, bookings, partners } = readObject(data)
      return {
        users: listOf(users, '/search').map(userFrom),
        bookings: listOf(bookings, '/search').map(bookingFrom),
        partners: listOf(partners, '/search').map(partnerFrom),
        failed: [],
      }
    },

    async firstRecords(signal) {
      const first = async (path: string) => {
        const json = await ask(line, 'GET', path, { query: { limit: MAX_DEBUGGED }, signal })
        return listOf(json, path).map(readObject)
      }
      const [users, bookings, partners] = await Promise.all([
        first('/users'),
        first('/bookings'),
        first('/partners'),
      ])
      return { users, bookings, partners }
    },

    async swapBookingPartner(booking, partner) {
      const path = `/bookings/${encodeURIComponent(booking.id)}`
      const headers = ifMatch(booking)
      try {
        const whole = withPartner(booking, partner)
        const body = jsonBytes(whole) > MAX_PATCH_BYTES ? swappedFields(partner) : whole
        const swapped = bookingFrom(readOne(await write(ask, 'PATCH', path, { headers, body })))
        if (swapped.id === '') throw new ApiError('malformed', { call: `PATCH ${path}` })
        return swapped
      } catch (error) {
        throw withConflict(error, (conflict) => ({ conflict }), bookingFrom)
      }
    },

    async decide(partner, decision, { grant }) {
      const path = `/partners/${encodeURIComponent(partner.id)}`
      const headers = {
        ...(partner.version !== null && { 'if-match': `"${partner.version}"` }),
        ...(grant !== null && { 'x-elevation': grant }),
      }
      try {
        const body = decisionPayload(decision)
        const decided = partnerFrom(readOne(await write(ask, 'PUT', path, { headers, body })))
        if (decided.id === '') throw new ApiError('malformed', { call: `PUT ${path}` })
        return decided
      } catch (error) {
        throw withConflict(error, (partnerConflict) => ({ partnerConflict }), partnerFrom)
      }
    },

    openDocument: (address, signal) => openMandapDocument(line, address, signal),

    createTempPartner: (manual) =>
      postTempPartner((path, options) => write(ask, 'POST', path, options), manual),

    async deletePartner(partner, grant) {
      const headers = { ...withGrant(grant), ...ifMatch(partner) }
      const body = { deletedBy: DELETED_BY }
      await write(tell, 'DELETE', `/partners/${encodeURIComponent(partner.id)}`, { headers, body })
    },

    async restorePartner(id, grant) {
      const path = `/partners/${encodeURIComponent(id)}/restore`
      await write(tell, 'POST', path, { headers: withGrant(grant) })
    },

    async revealNumber({ id }, field, signal) {
      const path = `/partners/${encodeURIComponent(id)}/reveal`
      const json = readObject(readOne(await ask(line, 'POST', path, { body: { field }, signal })))
      const number = readText(json['value'])
      if (number === '') throw new ApiError('malformed', { call: `POST ${path}` })
      return number
    },

    async auditPage({ filter, ...request }, signal) {
      const query = { ...auditQuery(filter), ...placeOf(request) }
      const json = await ask(line, 'GET', '/activity', { query, signal })
      return pageOf(json, '/activity', auditEntryFrom)
    },

    async auditPeople(signal) {
      const json = await ask(line, 'GET', '/activity/people', { signal })
      return listOf(json, '/activity/people').map(readText)
    },

    exportList: (request) => exportList(line, request),
    ...elevationCalls(line),

    refresh() {},
    watch: () => () => {},
  }
}

/** Where a page begins, after a cursor or else at its place, and how long it is. */
function placeOf({ limit, skip, after }: PageRequest) {
  return after === undefined ? { limit, skip: skip || undefined } : { limit, after }
}

/** The version that was read, so that a change made meanwhile is a conflict. */
function ifMatch({ version }: { version: number | null }): Record<string, string> {
  return version === null ? {} : { 'if-match': `"${version}"` }
}

function pageOf<R>(json: unknown, path: string, rowFrom: (json: unknown) => R): Page<R> {
  const { next, total, totalIsExact } = readObject(json)
  return {
    rows: listOf(json, path).map(rowFrom),
    next: readText(next) || null,
    total: readNumber(total),
    ...(totalIsExact === false && { totalIsExact }),
  }
}

function countsOf(json: unknown): Record<string, number> {
  return Object.fromEntries(
    Object.entries(readObject(json)).map(([status, count]) => [status, readNumber(count) ?? 0]),
  )
}

/** A stale version, with the current record and how it came to differ. */
function withConflict<R>(
  error: unknown,
  named: (conflict: Conflict<R>) => Pick<ApiErrorDetails, 'conflict' | 'partnerConflict'>,
  recordFrom: (json: unknown) => R,
): unknown {
  if (!(error instanceof ApiError) || error.kind !== 'conflict') return error
  const { current, changes } = readObject(error.details.body)
  if (!isObject(current)) return error
  const conflict: Conflict<R> = {
    current: recordFrom(current),
    changes: (Array.isArray(changes) ? changes : []).map((change) =>
      changeFrom(readObject(change)),
    ),
  }
  return new ApiError('conflict', { ...error.details, ...named(conflict), cause: error })
}

function changeFrom({ version, at, by, fields }: JsonObject): RecordChange {
  return {
    version: readNumber(version) ?? 0,
    at: readInstant(at),
    by: readText(by),
    fields: (Array.isArray(fields) ? fields.map(readObject) : []).map(
      ({ field, before, after }) => ({ field: readText(field), before, after }),
    ),
  }
}
