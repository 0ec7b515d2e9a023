/** The status selector of the booking detail (§2.6): local, never sent. The fifth is the default. */
export const PLANNER_STATUSES = [
  'to visit',
  'in progress',
  'confirmed',
  'cancelled',
  'upcoming',
  'completed',
] as const

export type PlannerStatus = (typeof PLANNER_STATUSES)[number]

export const DEFAULT_PLANNER_STATUS: PlannerStatus = 'upcoming'
