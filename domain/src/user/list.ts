import type { BookingGroup } from '../booking/group.ts'
import { type Condition, contains, everything } from '../rule/condition.ts'
import type { Today } from '../time/days.ts'
import { fold } from '../text/text.ts'
import type { UserIndex } from './user.ts'

/** The users of User Count, by name (§2.11), and what narrows them. */
export interface UserListing {
  search?: string | undefined
  /** Only users with a booking in this group (§4.3) on this day. */
  has?: { group: BookingGroup; today: Today } | undefined
}

/** The users whose name, e-mail or phone has the text (§5.5); blank shows all. */
export function usersWithText(text: string): Condition<UserIndex> {
  const folded = fold(text)
  return folded === '' ? everything() : contains('searchText', folded)
}
