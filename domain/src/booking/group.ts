import {
  all,
  any,
  before,
  blank,
  type Condition,
  equals,
  from,
  isOneOf,
  not,
  within,
} from '../rule/condition.ts'
import { daySpan, type Span, type Today } from '../time/days.ts'
import type { BookingIndex } from './index-fields.ts'
import {
  BOOKING_PHASES,
  type BookingPhase,
  type BookingStatus,
  CANCELLED_STATUSES,
} from './status.ts'

/** The groups of a user's bookings (§2.11, §4.3), in the order of their tabs. */
export const BOOKING_GROUPS = {
  pending: { label: 'Pending', empty: 'No pending bookings.' },
  upcoming: { label: 'Upcoming', empty: 'No upcoming events.' },
  ongoing: { label: 'Ongoing', empty: 'No ongoing events.' },
  completed: { label: 'Completed', empty: 'No completed events.' },
  cancelled: { label: 'Cancelled', empty: 'No cancelled bookings.' },
} as const

export type BookingGroup = keyof typeof BOOKING_GROUPS

export const BOOKING_GROUP_NAMES = Object.keys(BOOKING_GROUPS) as BookingGroup[]

/** The rule of a group. `always` does not depend on today; `confirmed` says when a confirmed event begins. */
export interface GroupRule {
  always?: Condition<BookingIndex>
  /** The day of `dateFrom`, compared with today. */
  confirmed?: 'before' | 'on' | 'after'
}

export const confirmedBookings: Condition<BookingIndex> = equals('phase', 'confirmed')

/** The statuses of the group "pending" (§4.3). The other statuses of the tab Booked are in no group. */
export const PENDING_STATUSES = [
  'pending',
  'visited',
  'cancelVisit',
] as const satisfies readonly BookingStatus[]

/** The rules of the groups (§4.3). */
export const GROUP_RULES: Readonly<Record<BookingGroup, GroupRule>> = {
  pending: { always: isOneOf('status', PENDING_STATUSES) },
  upcoming: { confirmed: 'after' },
  ongoing: { confirmed: 'on' },
  completed: {
    always: any(equals('phase', 'completed'), all(confirmedBookings, blank('dateFrom'))),
    confirmed: 'before',
  },
  cancelled: { always: isOneOf('status', CANCELLED_STATUSES) },
}

/** Selects the bookings of a group (§2.11, §4.3). */
export function bookingsInGroup(group: BookingGroup, today: Today): Condition<BookingIndex> {
  const { always, confirmed } = GROUP_RULES[group]
  const byDay = confirmed && all(confirmedBookings, beginsWhen(confirmed, daySpan(today)))
  return any(...[always, byDay].filter((rule) => rule !== undefined))
}

/** Selects bookings whose status is in no group: Other in the Summary (§2.11). Does not depend on today. */
export const otherBookings: Condition<BookingIndex> = not(
  isOneOf('status', [
    ...PENDING_STATUSES,
    ...BOOKING_PHASES.confirmed,
    ...BOOKING_PHASES.completed,
    ...CANCELLED_STATUSES,
  ]),
)

function beginsWhen(when: 'before' | 'on' | 'after', day: Span): Condition<BookingIndex> {
  switch (when) {
    case 'before':
      return before('dateFrom', day.start)
    case 'on':
      return within('dateFrom', day)
    case 'after':
      return from('dateFrom', day.end)
  }
}

/** The phases whose budgets are revenue (§2.11). */
export const REVENUE_PHASES = ['confirmed', 'completed'] as const satisfies readonly BookingPhase[]

/** Selects the bookings whose budgets add up to the revenue (§2.11). */
export const revenueBookings: Condition<BookingIndex> = isOneOf('phase', REVENUE_PHASES)
