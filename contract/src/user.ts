import { Type } from 'typebox'
import type { Call } from './call.ts'
import { field, IdParams, record, VersionTag } from './record.ts'

/** A customer (§3), as a host sends it; `userFrom()` reads it. */
export const UserRecord = record({
  _id: field('Id.', '65f0c0ffee00000000000002'),
  fullName: field('Name; also as `name`.', 'Kavya Nair'),
  email: field('E-mail address.', 'kavya@example.in'),
  phone: field('Phone.', '9845098450'),
})

export const userCalls = {
  'GET /user/all': {
    summary: 'List users',
    section: '§7',
    answers: {
      200: {
        description: 'Every user.',
        schema: Type.Object({ data: Type.Array(UserRecord) }),
      },
    },
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
    problems: [404],
  },
} as const satisfies Record<string, Call>
