import type { BookingGroup } from '../booking/group.ts'
import type { Today } from '../time/days.ts'

/**
 * The filters of the list of users (§2.11). The list is ordered by name; of a search, the users that contain the
 * text as typed come first (§5.5).
 */
export interface UserListing {
  search?: string | undefined
  /** Selects users with a booking in this group (§4.3) on this day. */
  has?: { group: BookingGroup; today: Today } | undefined
}
