import { BOOKING_GROUP_NAMES } from '@mandap/domain/booking/group.ts'
import { SERVICE_CATEGORIES } from '@mandap/domain/booking/service.ts'
import { MONTHS_AFTER, MONTHS_BEFORE } from '@mandap/domain/booking/totals.ts'
import { type Static, Type } from 'typebox'
import type { Call } from './call.ts'
import { countsBy } from './record.ts'
import { TodayProperties } from './today.ts'

const count = Type.Integer({ minimum: 0 })

/** A text, because sums can exceed the integers that JSON readers keep exact. */
const paise = Type.String({
  pattern: String.raw`^-?\d+$`,
  description: 'Indian paise.',
  examples: ['13000000'],
})

export const BookingGroups = Type.Enum(BOOKING_GROUP_NAMES)

/** The number of bookings per group (§4.3). */
export const GroupCounts = Type.Object(countsBy(BOOKING_GROUP_NAMES))

/** The number of a user's bookings: all, and per group. */
export const UserBookingCounts = Type.Object({
  ...GroupCounts.properties,
  all: Type.Integer({
    minimum: 0,
    description: 'Also counts bookings whose status is in no group.',
  }),
})

/** The totals of all bookings (§2.4, §2.11). */
export const Totals = Type.Object({
  revenue: paise,
  months: Type.Array(
    Type.Object({
      month: Type.String({ pattern: String.raw`^\d{4}-\d\d$`, examples: ['2026-11'] }),
      bookings: Type.Integer({ minimum: 0, description: 'Bookings made in this month.' }),
      revenue: Type.String({
        ...paise,
        description: 'Paise of the events that begin in this month.',
      }),
    }),
    {
      description: `The ${MONTHS_BEFORE} months before the current one, the current one, and the ${MONTHS_AFTER} after it.`,
    },
  ),
  services: Type.Record(Type.Enum([...SERVICE_CATEGORIES]), count),
  groups: GroupCounts,
  other: Type.Integer({
    minimum: 0,
    description: 'Bookings whose status is in no group. Groups and `other` add up to all bookings.',
  }),
})

export type Totals = Static<typeof Totals>

export const totalsCalls = {
  'GET /totals': {
    summary: 'Read the totals of all bookings: revenue, months, services and groups',
    section: '§2.11',
    description:
      'Revenue is the sum of the budgets of confirmed and completed bookings. Months are those of the administrator’s calendar.',
    querystring: Type.Object(TodayProperties),
    answers: { 200: { description: 'The totals.', schema: Type.Object({ data: Totals }) } },
    errors: [400],
  },
} as const satisfies Record<string, Call>
