import { Type } from 'typebox'
import { LIST_NAMES } from './list-names.ts'

/** The lists that could not be read (§7). */
export const FailedLists = Type.Optional(
  Type.Array(Type.Enum(LIST_NAMES), {
    description:
      'Lists that could not be read. Their counts are 0, and a search finds none of their records. Our own server never sends this field. On a plain host, one list can fail while others are read.',
  }),
)
