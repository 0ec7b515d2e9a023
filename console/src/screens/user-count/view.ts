import { BOOKING_GROUPS, type BookingGroup } from '@mandap/domain/booking/group.ts'

/** What User Count shows (§2.11): its filters, and the user who is open with the tab of theirs. */
export interface UserCountView {
  search: string
  /** Only users with a booking in this group. */
  has: BookingGroup | ''
  user: string
  /** Null until one was chosen: the first that has bookings. */
  group: BookingGroup | null
}

/** The view that an address holds; what it does not know is left out. */
export function viewFrom(params: URLSearchParams): UserCountView {
  return {
    search: params.get('search') ?? '',
    has: groupFrom(params.get('has')) ?? '',
    user: params.get('user') ?? '',
    group: groupFrom(params.get('group')),
  }
}

/** The address of a view, `?search=kavya&has=upcoming`; what is at its default is left out. */
export function searchOf({ search, has, user, group }: UserCountView): string {
  const params = new URLSearchParams()
  if (search.trim() !== '') params.set('search', search)
  if (has !== '') params.set('has', has)
  if (user !== '') params.set('user', user)
  if (user !== '' && group !== null) params.set('group', group)
  return params.size === 0 ? '' : `?${params}`
}

function groupFrom(text: string | null): BookingGroup | null {
  return text !== null && Object.hasOwn(BOOKING_GROUPS, text) ? (text as BookingGroup) : null
}
