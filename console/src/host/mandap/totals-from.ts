import { BOOKING_GROUPS, type BookingGroup } from '@mandap/domain/booking/group.ts'
import { SERVICE_CATEGORIES } from '@mandap/domain/booking/service.ts'
import type { GroupCounts, MonthTotal, Totals } from '@mandap/domain/booking/totals.ts'
import { isObject, type JsonObject, readNumber, readObject } from '@mandap/domain/wire/read.ts'

/** Our server's totals; null for anything else. */
export function totalsFrom(json: unknown): Totals | null {
  const { revenue, months, services, groups, other } = readObject(json)
  const paise = paiseFrom(revenue)
  const counts = groupCountsFrom(groups)
  const sums = Array.isArray(months) ? months.map(monthFrom) : [null]
  if (paise === null || counts === null || !isObject(services) || sums.includes(null)) return null
  return {
    revenue: paise,
    months: sums.filter((month) => month !== null),
    services: countsOf(SERVICE_CATEGORIES, services),
    groups: counts,
    other: readNumber(other) ?? 0,
  }
}

/** Bookings by group; null for anything else. */
export function groupCountsFrom(json: unknown): GroupCounts | null {
  const groups = Object.keys(BOOKING_GROUPS) as BookingGroup[]
  if (!isObject(json) || groups.some((group) => readNumber(json[group]) === null)) return null
  return countsOf(groups, json)
}

function monthFrom(json: unknown): MonthTotal | null {
  const { month, bookings, revenue } = readObject(json)
  const paise = paiseFrom(revenue)
  if (typeof month !== 'string' || !/^\d{4}-\d\d$/.test(month) || paise === null) return null
  return { month, bookings: readNumber(bookings) ?? 0, revenue: paise }
}

function paiseFrom(value: unknown): bigint | null {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : null
}

function countsOf<Name extends string>(names: readonly Name[], json: JsonObject) {
  return Object.fromEntries(names.map((name) => [name, readNumber(json[name]) ?? 0])) as Record<
    Name,
    number
  >
}
