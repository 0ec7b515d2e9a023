import { BOOKING_PHASES, type BookingPhase, bookingPhase, CANCELLED_STATUSES } from './status.ts'

/** The stages of a booking on its way to being completed, in order. */
export const FUNNEL_STAGES = {
  booked: 'Booked',
  visited: 'Visited',
  confirmed: 'Confirmed',
  completed: 'Completed',
} as const satisfies Partial<Record<BookingPhase, string>>

export type FunnelStage = keyof typeof FUNNEL_STAGES

export interface Funnel {
  /** How many bookings are at a stage now, and how many have come this far or further. */
  stages: readonly { stage: FunnelStage; now: number; reached: number }[]
  /** How far these came is not known. */
  cancelled: number
  /** Of statuses that belong to no stage. */
  other: number
}

/** How far bookings have come, by how many there are of each status. */
export function funnelOf(bookingsByStatus: Readonly<Record<string, number>>): Funnel {
  const counts = Object.entries(bookingsByStatus)
  const total = (chosen: (status: string) => boolean) =>
    counts.reduce((sum, [status, n]) => (chosen(status) ? sum + n : sum), 0)
  const isCancelled = (status: string) => (CANCELLED_STATUSES as readonly string[]).includes(status)
  const isOnTheWay = (status: string) =>
    Object.hasOwn(FUNNEL_STAGES, bookingPhase(status)) && !isCancelled(status)

  let reached = 0
  const stages = (Object.keys(FUNNEL_STAGES) as FunnelStage[]).toReversed().map((stage) => {
    const now = total((status) => (BOOKING_PHASES[stage] as readonly string[]).includes(status))
    reached += now
    return { stage, now, reached }
  })
  return {
    stages: stages.toReversed(),
    cancelled: total(isCancelled),
    other: total((status) => !isOnTheWay(status) && !isCancelled(status)),
  }
}
