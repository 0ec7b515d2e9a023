import { type Static, Type } from 'typebox'

/** The lists that the dashboard counts and searches. */
export const ListName = Type.Enum(['users', 'bookings', 'partners'])

/** The lists that could not be read (§7). */
export const FailedLists = Type.Optional(
  Type.Array(ListName, {
    description:
      'Lists that could not be read. Their counts are 0, and a search finds none of their records. Our own server never sends this field. On a plain host, one list can fail while others are read.',
  }),
)

export type ListName = Static<typeof ListName>
