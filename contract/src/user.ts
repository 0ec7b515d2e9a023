import { type Static, Type } from 'typebox'
import type { Call } from './call.ts'
import {
  ERASED_AT,
  field,
  IdParams,
  page,
  PageProperties,
  record,
  Skip,
  VersionTag,
} from './record.ts'
import { TodayProperties } from './today.ts'
import { BookingGroups, UserBookingCounts } from './totals.ts'

/** A user (§3) as a host sends it. `userFrom()` reads it. */
export const UserRecord = record({
  _id: field('Id.', '65f0c0ffee00000000000002'),
  fullName: field('Name; also as `name`.', 'Kavya Nair'),
  email: field('E-mail address.', 'kavya@example.in'),
  phone: field('Phone.', '9845098450'),
  erasedAt: ERASED_AT,
})

/** The query of the list of users (§2.11). */
export const UserQuery = Type.Object({
  search: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Users whose name, e-mail or phone contains the text (§5.5).',
    }),
  ),
  has: Type.Optional({
    ...BookingGroups,
    description: 'Users with a booking in this group (§4.3). Needs `today` and `timeZone`.',
  }),
  today: Type.Optional(TodayProperties.today),
  timeZone: Type.Optional(TodayProperties.timeZone),
  ...PageProperties,
  skip: Skip,
})

export type UserQuery = Static<typeof UserQuery>

/** A page of a list of users. */
const UserPage = Type.Object({
  ...page(UserRecord).properties,
  totalIsExact: Type.Optional(
    Type.Boolean({
      description:
        'False if a search finds more users than `total`. In a long list, users with a common text are counted to 1,000, with `has=ongoing` to 100.',
    }),
  ),
})

export const userCalls = {
  'GET /users': {
    summary: 'List a page of users, ordered by name',
    section: '§2.11',
    querystring: UserQuery,
    answers: { 200: { description: 'The users.', schema: UserPage } },
    errors: [400],
  },
  'GET /user/{id}/booking-counts': {
    summary: 'Count the bookings of a user, all and by group',
    section: '§2.11',
    params: IdParams,
    querystring: Type.Object(TodayProperties),
    answers: {
      200: {
        description: 'The counts. All are 0 for a user without bookings.',
        schema: Type.Object({ data: UserBookingCounts }),
      },
    },
    errors: [400],
  },
  'GET /user/all': {
    summary: 'List all users',
    section: '§7',
    answers: {
      200: {
        description: 'Every user.',
        schema: Type.Object({ data: Type.Array(UserRecord) }),
      },
    },
    errors: [429],
  },
  'GET /user/{id}': {
    summary: 'Read a user',
    section: '§7',
    params: IdParams,
    answers: {
      200: {
        description: 'The user.',
        schema: Type.Object({ data: UserRecord }),
        headers: VersionTag,
      },
    },
    errors: [400, 404],
  },
} as const satisfies Record<string, Call>
