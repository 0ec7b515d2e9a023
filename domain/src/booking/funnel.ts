import { all, type Condition, isOneOf, not } from '../rule/condition.ts'
import type { BookingIndex } from './index-fields.ts'
import { type BookingPhase, bookingPhase, CANCELLED_STATUSES } from './status.ts'

/** The stages of a booking up to its completion, in order (§2.4). */
export const FUNNEL_STAGES = {
  booked: 'Booked',
  visited: 'Visited',
  confirmed: 'Confirmed',
  completed: 'Completed',
} as const satisfies Partial<Record<BookingPhase, string>>

export type FunnelStage = keyof typeof FUNNEL_STAGES

export const FUNNEL_STAGE_NAMES = Object.keys(FUNNEL_STAGES) as FunnelStage[]

/** Selects the bookings at a stage. */
export function bookingsAtStage(stage: FunnelStage): Condition<BookingIndex> {
  return isOneOf('phase', [stage])
}

/** Selects the bookings at a stage or a later one. */
export function bookingsReached(stage: FunnelStage): Condition<BookingIndex> {
  return isOneOf('phase', FUNNEL_STAGE_NAMES.slice(FUNNEL_STAGE_NAMES.indexOf(stage)))
}

/** Selects the bookings in no stage that are not cancelled. */
export const unstagedBookings: Condition<BookingIndex> = all(
  not(isOneOf('phase', FUNNEL_STAGE_NAMES)),
  not(isOneOf('status', CANCELLED_STATUSES)),
)

export interface Funnel {
  /** `now` counts the bookings at the stage, `reached` those at the stage or a later one. */
  stages: readonly { stage: FunnelStage; now: number; reached: number }[]
  /** Bookings that were cancelled. Which stage they had reached is not known. */
  cancelled: number
  /** Bookings whose status belongs to no stage. */
  other: number
}

/** Returns the bookings at each stage, from the number of bookings of each status. */
export function funnelOf(bookingsByStatus: Readonly<Record<string, number>>): Funnel {
  const counts = Object.entries(bookingsByStatus)
  const total = (isCounted: (status: string) => boolean) =>
    counts.reduce((sum, [status, n]) => (isCounted(status) ? sum + n : sum), 0)
  const cancelled: readonly string[] = CANCELLED_STATUSES
  const isCancelled = (status: string) => cancelled.includes(status)
  const isAtStage = (status: string) => Object.hasOwn(FUNNEL_STAGES, bookingPhase(status))

  let reached = 0
  const stages = FUNNEL_STAGE_NAMES.toReversed().map((stage) => {
    const now = total((status) => bookingPhase(status) === stage)
    reached += now
    return { stage, now, reached }
  })
  return {
    stages: stages.toReversed(),
    cancelled: total(isCancelled),
    other: total((status) => !isAtStage(status) && !isCancelled(status)),
  }
}
