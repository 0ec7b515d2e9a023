import { type Static, Type } from 'typebox'
import type { Call } from './call.ts'
import { field, IdParams, page, PageQuery, record, Skip, VersionTag } from './record.ts'
import { BookingGroups, GroupCounts, TodayQuery } from './totals.ts'

/** A customer (§3), as a host sends it; `userFrom()` reads it. */
export const UserRecord = record({
  _id: field('Id.', '65f0c0ffee00000000000002'),
  fullName: field('Name; also as `name`.', 'Kavya Nair'),
  email: field('E-mail address.', 'kavya@example.in'),
  phone: field('Phone.', '9845098450'),
})

/** Which users to send, of the list that User Count shows (§2.11). */
export const UserQuery = Type.Object({
  search: Type.Optional(
    Type.String({ maxLength: 500, description: 'Part of the name, e-mail or phone (§5.5).' }),
  ),
  has: Type.Optional({
    ...BookingGroups,
    description: 'Only users with a booking in this group (§4.3); needs `today` and `timeZone`.',
  }),
  today: Type.Optional(TodayQuery.today),
  timeZone: Type.Optional(TodayQuery.timeZone),
  ...PageQuery,
  skip: Skip,
})

export type UserQuery = Static<typeof UserQuery>

export const userCalls = {
  'GET /users': {
    summary: 'List users by name, a page at a time',
    section: '§2.11',
    querystring: UserQuery,
    answers: { 200: { description: 'The users.', schema: page(UserRecord) } },
    problems: [400],
  },
  'GET /user/{id}/booking-counts': {
    summary: 'Count the bookings of a user by group',
    section: '§2.11',
    params: IdParams,
    querystring: Type.Object(TodayQuery),
    answers: {
      200: {
        description: 'The counts; all nought for a user without bookings.',
        schema: Type.Object({ data: GroupCounts }),
      },
    },
    problems: [400],
  },
  'GET /user/all': {
    summary: 'List users',
    section: '§7',
    answers: {
      200: {
        description: 'Every user.',
        schema: Type.Object({ data: Type.Array(UserRecord) }),
      },
    },
    problems: [429],
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
    problems: [400, 404],
  },
} as const satisfies Record<string, Call>
