import { Type } from 'typebox'
import { POSITION_HEADER } from './position.ts'

/** The header with a position, as a part of the contract. */
export const PositionHeader = {
  [POSITION_HEADER]: Type.Optional(
    Type.String({
      description:
        'The `position` of the last event that `GET /events` sent. A replica answers only once it has that change.',
      examples: ['0/16B3748'],
    }),
  ),
}
