/** The options of the status selector in the booking detail (§2.6). The selection is never sent to the host. */
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
