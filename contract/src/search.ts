import { Type } from 'typebox'
import { BookingRecord } from './booking.ts'
import type { Call } from './call.ts'
import { FailedLists } from './failed-lists.ts'
import { DEFAULT_SEARCH_LIMIT } from './limits.ts'
import { PartnerRecord } from './partner.ts'
import { UserRecord } from './user.ts'

export const searchCalls = {
  'GET /search': {
    summary: 'Search users, bookings and partners',
    section: '§2.4, §5.5',
    description:
      'Finds the records that contain the text, in upper or lower case. Users and partners are ordered by name, bookings newest first. Blank text finds nothing.',
    querystring: Type.Object({
      text: Type.String({ maxLength: 1000, examples: ['mehta'] }),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 20,
          description: `Records of each kind; default ${DEFAULT_SEARCH_LIMIT}.`,
        }),
      ),
    }),
    answers: {
      200: {
        description: 'The first records of each kind.',
        schema: Type.Object({
          data: Type.Object({
            users: Type.Array(UserRecord),
            bookings: Type.Array(BookingRecord),
            partners: Type.Array(PartnerRecord),
            failed: FailedLists,
          }),
        }),
      },
    },
    errors: [400],
  },
} as const satisfies Record<string, Call>
