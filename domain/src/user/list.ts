import type { BookingGroup } from '../booking/group.ts'
import { type Condition, contains, everything } from '../rule/condition.ts'
import type { Today } from '../time/days.ts'
import { fold } from '../text/text.ts'
import type { UserIndex } from './user.ts'

/** The filters of the list of users, which is ordered by name (§2.11). */
export interface UserListing {
  search?: string | undefined
  /** Selects users with a booking in this group (§4.3) on this day. */
  has?: { group: BookingGroup; today: Today } | undefined
}

/** Selects the users whose name, e-mail or phone contains the text (§5.5). Blank text selects all. */
export function usersWithText(text: string): Condition<UserIndex> {
  const folded = fold(text)
  return folded === '' ? everything() : contains('searchText', folded)
}
