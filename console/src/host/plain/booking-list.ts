import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import { type BookingFacts, bookingFacts } from '@mandap/domain/booking/facts.ts'
import { bookingsFound, bookingsNumbered } from '@mandap/domain/booking/filter.ts'
import { type BookingListing, bookingsOf, sortOf } from '@mandap/domain/booking/listing.ts'
import { MOST_SUGGESTIONS } from '@mandap/domain/booking/number.ts'
import { byBookingTime } from '@mandap/domain/booking/order.ts'
import { all, type Condition, everything } from '@mandap/domain/rule/condition.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { BookingsRequest, Page } from '../host.ts'
import { type BookingTotals, bookingTotals } from './booking-totals.ts'
import { firstFound } from './first-found.ts'
import { firstOf, type RecordBytes, readRecordBytes } from './record-bytes.ts'

/** All bookings of a host without query parameters, with the rules of their lists applied here. */
export interface BookingList {
  readonly count: number
  readonly byStatus: Readonly<Record<string, number>>
  page(request: BookingsRequest): Page<Booking>
  /** Every booking of a list, in its order. */
  all(listing: BookingListing): Iterable<Booking>
  numbersLike(text: string): Booking[]
  readonly totals: BookingTotals
  /** The first that a search finds (§5.5), newest first. */
  found(text: string, most: number): Booking[]
  /** The first records as they came. */
  first(most: number): JsonObject[]
  /** Takes a swapped booking in; a swap leaves the booking time, and so the order, as it was. */
  replace(record: JsonObject): void
}

export async function readBookingList(bytes: AsyncIterable<Uint8Array>): Promise<BookingList> {
  const facts: BookingFacts[] = []
  const records = await readRecordBytes(bytes, (record) => {
    facts.push(bookingFacts(bookingFrom(record)))
  })
  return bookingList(facts, records)
}

function bookingList(facts: BookingFacts[], records: RecordBytes): BookingList {
  const replaced = new Map<number, JsonObject>()
  const compare = byBookingTime('newest')
  const factsAt = (place: number) => facts[place] as BookingFacts
  const asRead = Uint32Array.from(facts.keys())
  const whole: Places = {
    asRead,
    newestFirst: asRead.toSorted((a, b) => compare(factsAt(a), factsAt(b))),
  }
  // a list is walked once; typing then only walks that list, and scrolling walks nothing
  const unnarrowed = lastUsed<Places>(14)
  const lists = lastUsed<Uint32Array>(8)

  const totals = bookingTotals(facts)

  const bookingAt = (place: number) => bookingFrom(replaced.get(place) ?? records.json(place))

  function chosen(places: Places, condition: Condition<BookingFacts>): Places {
    const isChosen = new Uint8Array(facts.length)
    for (const place of places.asRead) if (matches(condition, factsAt(place))) isChosen[place] = 1
    const keep = (place: number) => isChosen[place] === 1
    return { asRead: places.asRead.filter(keep), newestFirst: places.newestFirst.filter(keep) }
  }

  function placesListed(listing: BookingListing): Uint32Array {
    return lists(JSON.stringify(listing), () => {
      const wide = widest(listing)
      const known = wide ? bookingsOf(wide) : everything<BookingFacts>()
      const inList = wide ? unnarrowed(JSON.stringify(wide), () => chosen(whole, known)) : whole
      const listed = chosen(inList, beyond(known, bookingsOf(listing)))
      return sortOf(listing) === 'newest' ? listed.newestFirst : listed.newestFirst.toReversed()
    })
  }

  return {
    count: facts.length,
    totals,

    get byStatus() {
      const counts: Record<string, number> = {}
      for (const { status } of facts) counts[status] = (counts[status] ?? 0) + 1
      return counts
    },

    page({ listing, limit, skip = 0, after }) {
      const places = placesListed(listing)
      const start = after === undefined ? skip : placeAfter(places, after)
      const end = Math.min(start + limit, places.length)
      const last = facts[places[end - 1] ?? -1]
      return {
        rows: [...places.subarray(start, end)].map(bookingAt),
        next: last && end < places.length ? JSON.stringify([last.bookedAt, last.id]) : null,
        total: after === undefined ? places.length : null,
      }

      function placeAfter(listed: Uint32Array, cursor: string): number {
        const [bookedAt, id] = JSON.parse(cursor) as [number, string]
        const order = byBookingTime(sortOf(listing))
        let low = 0
        let high = listed.length
        while (low < high) {
          const middle = (low + high) >> 1
          const isAfter = order(factsAt(listed[middle] ?? 0), { bookedAt, id }) > 0
          if (isAfter) high = middle
          else low = middle + 1
        }
        return low
      }
    },

    *all(listing) {
      for (const place of placesListed(listing)) yield bookingAt(place)
    },

    numbersLike(text) {
      const condition = bookingsNumbered(text)
      const found: { place: number; fact: BookingFacts }[] = []
      for (const [place, fact] of facts.entries()) {
        if (!matches(condition, fact)) continue
        const last = found.at(-1)
        if (found.length === MOST_SUGGESTIONS && last && byNumber(fact, last.fact) > 0) continue
        found.push({ place, fact })
        found.sort((a, b) => byNumber(a.fact, b.fact))
        found.splice(MOST_SUGGESTIONS)
      }
      return found.map(({ place }) => bookingAt(place))
    },

    first: (most) => firstOf(records, most),

    found: (text, most) =>
      firstFound(whole.newestFirst, factsAt, bookingsFound(text), most).map(bookingAt),

    replace(record) {
      const changed = bookingFacts(bookingFrom(record))
      for (const place of facts.keys()) {
        if (factsAt(place).id !== changed.id) continue
        facts[place] = changed
        replaced.set(place, record)
      }
      unnarrowed.clear()
      lists.clear()
      totals.clear()
    },
  }
}

function byNumber(a: BookingFacts, b: BookingFacts): number {
  if (a.numberId !== b.numberId) return a.numberId < b.numberId ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** The list without what narrows it from key to key, or from tab to tab; null where that is all bookings. */
function widest(listing: BookingListing): BookingListing | null {
  switch (listing.list) {
    case 'details':
      return { ...listing, filter: { tab: listing.filter.tab } }
    case 'ended':
      return { ...listing, filter: {} }
    case 'found':
      return null
    case 'expired':
      return { list: 'expired', now: listing.now }
    case 'ofPartner':
      return listing
    case 'ofUser':
      return { ...listing, group: undefined }
  }
}

/** What a conjunction asks beyond another that is known to hold: a key stroke's part of the filter. */
function beyond<R>(known: Condition<R>, condition: Condition<R>): Condition<R> {
  if (known.kind !== 'all' || condition.kind !== 'all') return condition
  const held = new Set(known.of.map((part) => JSON.stringify(part)))
  return all(...condition.of.filter((part) => !held.has(JSON.stringify(part))))
}

/** Places of some bookings: as they lie in memory, which is walked ten times faster, and as listed. */
interface Places {
  asRead: Uint32Array
  newestFirst: Uint32Array
}

/** Keeps the answers for the keys last asked for, at most `most`. */
function lastUsed<V>(most: number) {
  const kept = new Map<string, V>()
  const read = (key: string, make: () => V): V => {
    const value = kept.get(key) ?? make()
    kept.delete(key)
    kept.set(key, value)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    return value
  }
  return Object.assign(read, { clear: () => kept.clear() })
}
