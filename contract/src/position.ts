import { Type } from 'typebox'

/**
 * The header with the `position` of the last event that a client received. An answer from a replica then contains
 * what the event announced.
 */
export const POSITION_HEADER = 'x-position'

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
