import { BOOKING_GROUPS, type BookingGroup } from '@mandap/domain/booking/group.ts'
import { SERVICE_CATEGORIES } from '@mandap/domain/booking/service.ts'
import { type Static, Type } from 'typebox'
import type { Call } from './call.ts'
import { countsBy } from './record.ts'

const count = Type.Integer({ minimum: 0 })

/** Text, for sums go beyond the numbers that JSON readers keep exact. */
const paise = Type.String({
  pattern: String.raw`^-?\d+$`,
  description: 'Indian paise, exact.',
  examples: ['13000000'],
})

/** Whose day it is. */
export const TodayQuery = {
  today: Type.String({ description: 'The operator’s day.', examples: ['2026-11-21'] }),
  timeZone: Type.String({
    maxLength: 100,
    description: 'The time zone in which their days begin.',
    examples: ['Asia/Kolkata'],
  }),
}

export const BookingGroups = Type.Enum(Object.keys(BOOKING_GROUPS) as BookingGroup[])

/** Bookings by group (§4.3). */
export const GroupCounts = Type.Object(countsBy(Object.keys(BOOKING_GROUPS) as BookingGroup[]))

/** What all bookings come to (§2.11). */
export const Totals = Type.Object({
  revenue: paise,
  months: Type.Array(
    Type.Object({
      month: Type.String({ pattern: String.raw`^\d{4}-\d\d$`, examples: ['2026-11'] }),
      bookings: Type.Integer({ minimum: 0, description: 'By when they were booked.' }),
      revenue: Type.String({ ...paise, description: 'Paise, by when the event begins.' }),
    }),
    { description: 'The eleven months before today’s, its own, and the six after it.' },
  ),
  services: Type.Record(Type.Enum([...SERVICE_CATEGORIES]), count),
  groups: GroupCounts,
  other: Type.Integer({
    minimum: 0,
    description: 'Bookings of a status of no group; with them the groups add up to all bookings.',
  }),
})

export type Totals = Static<typeof Totals>

export const totalsCalls = {
  'GET /totals': {
    summary: 'Sum bookings up: revenue, months, services and groups',
    section: '§2.11',
    description:
      'Revenue is the budgets of confirmed and completed bookings. Months are the operator’s own.',
    querystring: Type.Object(TodayQuery),
    answers: { 200: { description: 'The sums.', schema: Type.Object({ data: Totals }) } },
    errors: [400],
  },
} as const satisfies Record<string, Call>
