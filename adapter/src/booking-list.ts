import type { PagedBookings } from '@mandap/contract/codec/bookings.ts'
import type { PageRequest } from '@mandap/contract/codec/page.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { type BookingIndex, bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { bookingsNumbered } from '@mandap/domain/booking/filter.ts'
import { bookingTiers } from '@mandap/domain/booking/found.ts'
import { type BookingListing, bookingsOf, sortOf } from '@mandap/domain/booking/listing.ts'
import { byBookingTime } from '@mandap/domain/booking/order.ts'
import { all, type Condition, everything } from '@mandap/domain/rule/condition.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { byCodePoint } from '@mandap/domain/text/code-point-order.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { type BookingTotals, bookingTotals } from './booking-totals.ts'
import { firstMatches } from './first-matches.ts'
import type { Page } from './page.ts'
import { type RecordBytes, readRecordBytes } from './record-bytes.ts'

type OrderedByTime = Exclude<PagedBookings, { list: 'numbered' }>

/** All bookings of a host, to which the rules of the lists apply. */
export interface BookingList {
  readonly count: number
  readonly byStatus: Readonly<Record<string, number>>
  page(listing: PagedBookings, request: PageRequest): Page
  /** Returns every booking of a list, in its order. */
  all(listing: OrderedByTime): Iterable<JsonObject>
  readonly totals: BookingTotals
  /** Returns the first bookings that a search finds (§5.5), newest first. */
  found(text: string, limit: number): JsonObject[]
  /** Replaces a swapped booking. A swap changes neither the booking time nor the order. */
  replace(record: JsonObject): void
}

export async function readBookingList(
  call: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<BookingList> {
  const indexFields: BookingIndex[] = []
  const records = await readRecordBytes(call, bytes, (record) => {
    indexFields.push(bookingIndex(bookingFrom(record)))
  })
  return bookingList(indexFields, records)
}

function bookingList(indexFields: BookingIndex[], records: RecordBytes): BookingList {
  const replaced = new Map<number, JsonObject>()
  const compare = byBookingTime('newest')
  const indexAt = (position: number) => indexFields[position] as BookingIndex
  const asRead = Uint32Array.from(indexFields.keys())
  const whole: Positions = {
    asRead,
    newestFirst: asRead.toSorted((a, b) => compare(indexAt(a), indexAt(b))),
  }
  // each list is filtered once from all bookings, then typing searches the list, and scrolling searches nothing
  const unnarrowed = lastUsed<Positions>(14)
  const lists = lastUsed<Uint32Array>(8)

  const totals = bookingTotals(indexFields)

  const bookingAt = (position: number) => replaced.get(position) ?? records.json(position)

  function chosen(positions: Positions, condition: Condition<BookingIndex>): Positions {
    const isChosen = new Uint8Array(indexFields.length)
    for (const position of positions.asRead)
      if (matches(condition, indexAt(position))) isChosen[position] = 1
    const keep = (position: number) => isChosen[position] === 1
    return {
      asRead: positions.asRead.filter(keep),
      newestFirst: positions.newestFirst.filter(keep),
    }
  }

  function positionsListed(listing: OrderedByTime): Uint32Array {
    return lists(JSON.stringify(listing), () => {
      const wide = widest(listing)
      const known = wide ? bookingsOf(wide) : everything<BookingIndex>()
      const inList = wide ? unnarrowed(JSON.stringify(wide), () => chosen(whole, known)) : whole
      const inOrder = (condition: Condition<BookingIndex>) => {
        const { newestFirst } = chosen(inList, beyond(known, condition))
        return sortOf(listing) === 'newest' ? newestFirst : newestFirst.toReversed()
      }
      if (listing.list !== 'found') return inOrder(conditionOf(listing))
      return Uint32Array.from(bookingTiers(listing.search).flatMap((tier) => [...inOrder(tier)]))
    })
  }

  return {
    count: indexFields.length,
    totals,

    get byStatus() {
      const counts = new Map<string, number>()
      for (const { status } of indexFields) counts.set(status, (counts.get(status) ?? 0) + 1)
      return Object.fromEntries(counts)
    },

    page(listing, request) {
      if (listing.list === 'numbered') {
        const { positions, next, total } = numberedPage(listing.numberPrefix, request, indexFields)
        return { data: positions.map(bookingAt), next, total }
      }
      const { limit, skip = 0, after } = request
      const positions = positionsListed(listing)
      const tierOf = tierIn(listing)
      const start = after === undefined ? skip : startAfter(positions, after, listing, indexAt)
      const end = Math.min(start + limit, positions.length)
      const last = indexFields[positions[end - 1] ?? -1]
      return {
        data: [...positions.subarray(start, end)].map(bookingAt),
        next:
          last && end < positions.length
            ? JSON.stringify([tierOf(last), last.bookedAt, last.id])
            : null,
        total: after === undefined ? positions.length : null,
      }
    },

    *all(listing) {
      for (const position of positionsListed(listing)) yield bookingAt(position)
    },

    found: (text, limit) =>
      firstMatches(whole.newestFirst, indexAt, bookingTiers(text), limit).map(bookingAt),

    replace(record) {
      const changed = bookingIndex(bookingFrom(record))
      for (const position of indexFields.keys()) {
        if (indexAt(position).id !== changed.id) continue
        indexFields[position] = changed
        replaced.set(position, record)
      }
      unnarrowed.clear()
      lists.clear()
      totals.clear()
    },
  }
}

/** Minimum number of positions collected before each sort. Sorting after every match would take longer. */
const MIN_SORTED = 1000

/** Returns a page of the bookings whose number starts with the text, by number. Sorts only those of the page. */
function numberedPage(
  text: string,
  { limit, skip = 0, after }: PageRequest,
  indexFields: readonly BookingIndex[],
) {
  const condition = bookingsNumbered(text)
  const cursor = after === undefined ? null : numberKey(JSON.parse(after) as [string, string])
  const end = (cursor ? 0 : skip) + limit
  let total = 0
  let first: { position: number; value: BookingIndex }[] = []
  for (const [position, value] of indexFields.entries()) {
    if (!matches(condition, value) || (cursor && byNumber(value, cursor) <= 0)) continue
    total += 1
    first.push({ position, value })
    if (first.length >= 2 * end + MIN_SORTED) first = sortedByNumber(first).slice(0, end)
  }
  const page = sortedByNumber(first).slice(end - limit, end)
  const last = page.at(-1)?.value
  return {
    positions: page.map(({ position }) => position),
    next: last && end < total ? JSON.stringify([last.numberId, last.id]) : null,
    total: cursor ? null : total,
  }
}

function numberKey([numberId, id]: [string, string]): NumberKey {
  return { numberId, id }
}

function sortedByNumber<T extends { value: BookingIndex }>(found: readonly T[]): T[] {
  return found.toSorted((a, b) => byNumber(a.value, b.value))
}

/** Returns where the bookings after the cursor begin in a list. */
function startAfter(
  listed: Uint32Array,
  cursor: string,
  listing: OrderedByTime,
  indexAt: (position: number) => BookingIndex,
): number {
  const [tier, bookedAt, id] = JSON.parse(cursor) as [number, number, string]
  const tierOf = tierIn(listing)
  const order = byBookingTime(sortOf(listing))
  let low = 0
  let high = listed.length
  while (low < high) {
    const middle = (low + high) >> 1
    const value = indexAt(listed[middle] ?? 0)
    const isAfter = (tierOf(value) - tier || order(value, { bookedAt, id })) > 0
    if (isAfter) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns a function that returns the number of a booking's tier in a list. A search lists its tiers one after another (§5.5). */
function tierIn(listing: OrderedByTime): (value: BookingIndex) => number {
  if (listing.list !== 'found') return () => 0
  const tiers = bookingTiers(listing.search)
  return (value) => tiers.findIndex((tier) => matches(tier, value))
}

function conditionOf(listing: OrderedByTime): Condition<BookingIndex> {
  return listing.list === 'all' ? everything() : bookingsOf(listing)
}

type NumberKey = Pick<BookingIndex, 'numberId' | 'id'>

function byNumber(a: NumberKey, b: NumberKey): number {
  return byCodePoint(a.numberId, b.numberId) || byCodePoint(a.id, b.id)
}

/**
 * Returns the list without the filters that change from key to key or tab to tab, or null if that is all
 * bookings.
 */
function widest(listing: OrderedByTime): BookingListing | null {
  switch (listing.list) {
    case 'details':
      return { ...listing, filter: { tab: listing.filter.tab } }
    case 'ended':
    case 'counted':
      return { ...listing, filter: {} }
    case 'all':
    case 'found':
      return null
    case 'expired':
      return { list: 'expired', now: listing.now }
    case 'ofPartner':
      return listing
    case 'onDays':
      return null
    case 'ofUser':
      return { ...listing, group: undefined }
  }
}

/** Returns the parts of a conjunction that are not in another one, which is known to be true. */
function beyond<R>(known: Condition<R>, condition: Condition<R>): Condition<R> {
  if (known.kind !== 'all' || condition.kind !== 'all') return condition
  const held = new Set(known.of.map((part) => JSON.stringify(part)))
  return all(...condition.of.filter((part) => !held.has(JSON.stringify(part))))
}

/** Positions of bookings: in memory order, which is read ten times as fast, and in list order. */
interface Positions {
  asRead: Uint32Array
  newestFirst: Uint32Array
}

/** Caches the results of the `limit` keys that were read last. */
function lastUsed<V>(limit: number) {
  const kept = new Map<string, V>()
  const read = (key: string, make: () => V): V => {
    const value = kept.get(key) ?? make()
    kept.delete(key)
    kept.set(key, value)
    const [oldest] = kept.keys()
    if (kept.size > limit && oldest !== undefined) kept.delete(oldest)
    return value
  }
  return Object.assign(read, { clear: () => kept.clear() })
}
