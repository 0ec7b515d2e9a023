import { type Static, Type } from 'typebox'

/** The lists that the dashboard counts and searches. */
export const ListName = Type.Enum(['users', 'bookings', 'partners'])

/** The lists that could not be read (§7). */
export const FailedLists = Type.Optional(
  Type.Array(ListName, {
    description:
      'Lists that could not be read, which count and find none. A Mandap host never sends it; a host with §7’s calls alone can read one list and fail at another.',
  }),
)

export type ListName = Static<typeof ListName>
