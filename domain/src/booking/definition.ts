import type { FunnelStage } from './funnel.ts'
import type { BookingGroup } from './group.ts'
import type { ServiceCategory } from './service.ts'
import type { BookingTile } from './tile.ts'

// apart from the rules, which the first screens load

/** What each tile counts, for staff. */
export const TILE_DEFINITIONS: Readonly<Record<BookingTile, string>> = {
  'Confirmed Bookings':
    'Bookings with the status Pending, of any date. The tab Booked has three more statuses, and hides events that began more than 6 days ago or have no start date.',
  'Confirmed Events':
    'Bookings with the status Service is Confirmed, of any date: upcoming, in progress, ended but not completed, and without a start date.',
  'Completed Events':
    'Bookings with the status Service is Completed, of any date. The tab Completed hides events that began more than 6 days ago or have no start date.',
  'Cancelled Events':
    'Bookings with the status Cancel, of any date. The statuses cancel, cancelBooking and cancelEvent are not counted.',
}

/** What the counts of whole lists mean, for staff (§2.4, §2.11). */
export const LIST_DEFINITIONS = {
  users: 'All customers with an account, with or without bookings.',
  bookings: 'All bookings, of every status and date.',
  partners:
    'All partners, of every status: in registration, in verification, declined, approved and erased.',
} as const

/** What the count of bookings that have reached a stage means, for staff. */
export const REACHED_DEFINITIONS: Readonly<Record<FunnelStage, string>> = {
  booked:
    'Bookings that are booked, visited, confirmed or completed. Cancelled ones are not counted.',
  visited: 'Bookings that are visited, confirmed or completed. Cancelled ones are not counted.',
  confirmed: 'Bookings that are confirmed or completed. Cancelled ones are not counted.',
  completed: 'Bookings that are completed.',
}

/** What the count of bookings at a stage means, for staff. */
export const STAGE_DEFINITIONS: Readonly<Record<FunnelStage, string>> = {
  booked: 'Bookings in one of the four statuses of the tab Booked, of any date.',
  visited: 'Bookings that the partner has visited and that are not confirmed yet.',
  confirmed: 'Confirmed events that are not completed yet, of any date.',
  completed: 'Completed events, of any date.',
}

/** What the count of bookings in no stage and not cancelled means, for staff. */
export const UNSTAGED_DEFINITION =
  'Bookings with a status that the console does not know, or without a status.'

/** What the count of each group, and of the bookings in no group, means, for staff. */
export const GROUP_DEFINITIONS: Readonly<Record<BookingGroup | 'other', string>> = {
  pending:
    'Bookings that are pending, visited by the partner, or whose visit was cancelled, so it can be more than Confirmed Bookings on the dashboard, which counts one status.',
  upcoming: 'Confirmed events that begin after today.',
  ongoing: 'Confirmed events that begin today.',
  completed:
    'Completed events, and confirmed events that began before today or have no start date.',
  cancelled:
    'Bookings with one of the statuses cancel, Cancel, cancelBooking and cancelEvent. Cancelled Events on the dashboard counts one of them.',
  other:
    'Bookings with any other status, such as a visit that the customer has to confirm. The groups and Other add up to all bookings.',
}

/** What the count of bookings of a service means, for staff (§2.11). */
export const SERVICE_DEFINITIONS: Readonly<Record<ServiceCategory, string>> = {
  Catering: 'Bookings of catering. A booking of both Catering and Photography counts in both.',
  Photography:
    'Bookings of photography. A booking of both Catering and Photography counts in both.',
  Event: 'Bookings that are neither Catering nor Photography.',
}
