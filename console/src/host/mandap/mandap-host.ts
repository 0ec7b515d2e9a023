import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { MOST_SUGGESTIONS } from '@mandap/domain/booking/number.ts'
import { withPartner } from '@mandap/domain/booking/swap.ts'
import { DELETED_BY } from '@mandap/domain/partner/deletion.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import {
  isObject,
  type JsonObject,
  readInstant,
  readNumber,
  readObject,
  readOne,
  readText,
} from '@mandap/domain/wire/read.ts'
import { ask, type Line, tell } from '../call.ts'
import { type Conflict, HostFailure, type RecordChange } from '../failure.ts'
import type { Host, Page } from '../host.ts'
import {
  findBooking,
  findBookingsNumbered,
  findPartner,
  findPartnerOrTempPartner,
  findUser,
  listOf,
  postTempPartner,
} from '../records.ts'
import { elevationCalls, withGrant } from './elevation-calls.ts'

/** Our own server: it applies the rules, pages the lists and guards versions. */
export function mandapHost(line: Line): Host {
  return {
    kind: 'mandap',

    async bookingsPage({ filter, today, limit, skip, after }, signal) {
      const { tab, sort = 'newest', numberId, eventDate, bookedDate, service, partnerName } = filter
      const json = await ask(line, 'GET', '/bookings', {
        query: {
          tab,
          today: today.date,
          timeZone: today.timeZone,
          sort,
          limit,
          numberPrefix: numberId || undefined,
          eventDate,
          bookedDate: bookedDate || undefined,
          service,
          partnerName: partnerName || undefined,
          after,
          skip: after === undefined ? skip || undefined : undefined,
        },
        signal,
      })
      return pageOf(json, '/bookings', bookingFrom)
    },

    async bookingNumbersLike(text, signal) {
      const query = { numberPrefix: text, limit: MOST_SUGGESTIONS }
      const json = await ask(line, 'GET', '/bookings', { query, signal })
      return listOf(json, '/bookings').map(bookingFrom)
    },

    bookingsNumbered: (text, signal) => findBookingsNumbered(line, text, signal),
    booking: (id, signal) => findBooking(line, id, signal),
    user: (id, signal) => findUser(line, id, signal),
    partner: (id, signal) => findPartner(line, id, signal),
    partnerOrTempPartner: (id, signal) => findPartnerOrTempPartner(line, id, signal),

    async approvedPartnersPage({ search, limit, after }, signal) {
      const query = { list: 'approved', search: search.trim() || undefined, limit, after }
      const json = await ask(line, 'GET', '/partners', { query, signal })
      return pageOf(json, '/partners', partnerFrom)
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
        throw new HostFailure('malformed', { call: 'GET /summary' })
      return {
        users,
        bookings,
        partners,
        bookingsByStatus: countsOf(json['bookingsByStatus']),
        failed: [],
      }
    },

    async swapBookingPartner(booking, partner) {
      const path = `/bookings/${encodeURIComponent(booking.id)}`
      const headers = ifMatch(booking)
      try {
        const body = withPartner(booking, partner)
        return bookingFrom(readOne(await ask(line, 'PATCH', path, { headers, body })))
      } catch (error) {
        throw withConflict(error)
      }
    },

    createTempPartner: (manual) => postTempPartner(line, manual),
    async deletePartner(partner, grant) {
      const headers = { ...withGrant(grant), ...ifMatch(partner) }
      const body = { deletedBy: DELETED_BY }
      await tell(line, 'DELETE', `/partners/${encodeURIComponent(partner.id)}`, { headers, body })
    },

    ...elevationCalls(line),

    refresh() {},
    watch: () => () => {},
  }
}

/** The version that was read, so that a change made meanwhile is a conflict. */
function ifMatch({ version }: { version: number | null }): Record<string, string> {
  return version === null ? {} : { 'if-match': `"${version}"` }
}

function pageOf<R>(json: unknown, path: string, rowFrom: (json: unknown) => R): Page<R> {
  const { next, total } = readObject(json)
  return {
    rows: listOf(json, path).map(rowFrom),
    next: readText(next) || null,
    total: readNumber(total),
  }
}

function countsOf(json: unknown): Record<string, number> {
  return Object.fromEntries(
    Object.entries(readObject(json)).map(([status, count]) => [status, readNumber(count) ?? 0]),
  )
}

/** A stale version, with the current record and how it came to differ. */
function withConflict(error: unknown): unknown {
  if (!(error instanceof HostFailure) || error.kind !== 'conflict') return error
  const { current, changes } = readObject(error.details.body)
  if (!isObject(current)) return error
  const conflict: Conflict = {
    current: bookingFrom(current),
    changes: (Array.isArray(changes) ? changes : []).map((change) =>
      changeFrom(readObject(change)),
    ),
  }
  return new HostFailure('conflict', { ...error.details, conflict, cause: error })
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
