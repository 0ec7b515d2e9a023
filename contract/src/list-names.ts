/** The lists that the dashboard counts and searches (§2.4). */
export const LIST_NAMES = ['users', 'bookings', 'partners'] as const

export type ListName = (typeof LIST_NAMES)[number]
