import { BOOKING_GROUPS, type BookingGroup } from '@mandap/domain/booking/group.ts'
import { keyIn } from '../../features/list/key-in.ts'

/** What User Count shows (§2.11): its filters, the expanded user and their tab. */
export interface UserCountView {
  search: string
  /** Lists only users with a booking in this group. */
  has: BookingGroup | ''
  user: string
  /** Null until one is selected; the first group with bookings is then shown. */
  group: UserTab | null
  /** The id of the user whose row is marked, because a search on another screen led here. */
  found: string
}

/** A tab of a user's bookings: a group (§2.11), or all of them. */
export type UserTab = BookingGroup | 'all'

/** Returns the view in the query string of a URL. Ignores unknown values. */
export function userCountViewFrom(params: URLSearchParams): UserCountView {
  const group = params.get('group')
  return {
    search: params.get('search') ?? '',
    has: keyIn(BOOKING_GROUPS, params.get('has')) ?? '',
    user: params.get('user') ?? '',
    group: group === 'all' ? 'all' : (keyIn(BOOKING_GROUPS, group) ?? null),
    found: params.get('found') ?? '',
  }
}

/** Returns the query string of a view, such as `?search=kavya&has=upcoming`. Leaves out defaults. */
export function searchOfUserCountView({ search, has, user, group, found }: UserCountView): string {
  const params = new URLSearchParams()
  if (search.trim() !== '') params.set('search', search)
  if (has !== '') params.set('has', has)
  if (user !== '') params.set('user', user)
  if (user !== '' && group !== null) params.set('group', group)
  if (found !== '') params.set('found', found)
  return params.size === 0 ? '' : `?${params}`
}
