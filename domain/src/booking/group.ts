import { all, any, blank, type Condition, equals, isOneOf, not, within } from '../rule/condition.ts'
import { daySpan, EVER, type Span, type Today } from '../time/days.ts'
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

/** The rule of a group. */
export type GroupRule = { statuses: readonly BookingStatus[]; confirmed?: undefined } | DayRule

/** The rule of a group that depends on the day of the event. */
export interface DayRule {
  /** When the confirmed events of the group begin: the day of `dateFrom`, compared with today. */
  confirmed: 'before' | 'on' | 'after'
  /** Whether the confirmed events without a first day are in the group, too. */
  undated?: true
  /** A phase whose bookings are in the group, too, on every day. */
  phase?: BookingPhase
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
  pending: { statuses: PENDING_STATUSES },
  upcoming: { confirmed: 'after' },
  ongoing: { confirmed: 'on' },
  completed: { confirmed: 'before', undated: true, phase: 'completed' },
  cancelled: { statuses: CANCELLED_STATUSES },
}

/** Selects the confirmed events without a first day. */
export const undatedConfirmed: Condition<BookingIndex> = all(confirmedBookings, blank('dateFrom'))

/** Selects the bookings of a group (§2.11, §4.3). */
export function bookingsInGroup(group: BookingGroup, today: Today): Condition<BookingIndex> {
  const rule = GROUP_RULES[group]
  const byDay =
    rule.confirmed &&
    all(confirmedBookings, within('dateFrom', spanWhen(rule.confirmed, daySpan(today))))
  return any(...[alwaysInGroup(rule), byDay].filter((one) => one !== undefined))
}

/** Selects the bookings that are in a group on every day, or returns undefined if the day decides for all. */
export function alwaysInGroup(rule: GroupRule): Condition<BookingIndex> | undefined {
  if (rule.confirmed === undefined) return isOneOf('status', rule.statuses)
  const { phase, undated } = rule
  const always = [
    ...(phase ? [equals<BookingIndex>('phase', phase)] : []),
    ...(undated ? [undatedConfirmed] : []),
  ]
  return always.length === 0 ? undefined : any(...always)
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

/** Returns the span in which the confirmed events of a group begin. `day` is today. */
export function spanWhen(when: DayRule['confirmed'], day: Span): Span {
  switch (when) {
    case 'before':
      return { ...EVER, end: day.start }
    case 'on':
      return day
    case 'after':
      return { ...EVER, start: day.end }
  }
}

/** The phases whose budgets are revenue (§2.11). */
export const REVENUE_PHASES = ['confirmed', 'completed'] as const satisfies readonly BookingPhase[]

/** Selects the bookings whose budgets add up to the revenue (§2.11). */
export const revenueBookings: Condition<BookingIndex> = isOneOf('phase', REVENUE_PHASES)
