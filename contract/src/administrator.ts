import { INVITATION_HOURS, MAX_INVITED_NAME } from '@mandap/domain/session/invitation.ts'
import { ROLE_NAMES } from '@mandap/domain/session/role.ts'
import { FACTOR_KINDS } from '@mandap/domain/session/second-factor.ts'
import { type Static, Type } from 'typebox'
import type { Call } from './call.ts'
import { ElevationHeader } from './super-admin.ts'
import { moment, orNull } from './record.ts'

export const Administrator = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Type.Enum(ROLE_NAMES, {
    description: 'A viewer changes nothing, and sees no unmasked personal number and no document.',
  }),
  hasOwnNumber: Type.Boolean({
    description: 'Whether a number of `SUPER_ADMIN_NUMBERS` is for this administrator alone.',
  }),
  state: Type.Enum(['active', 'invited', 'disabled'], {
    description:
      '`invited`: they have no password yet. Nobody is invited with another identity service, which has the passwords.',
  }),
  lastActiveAt: orNull(moment(), {
    description:
      'Their last sign-in or use of a session, as `usedAt` of a session. Null if they never signed in.',
  }),
  sessions: Type.Integer({ minimum: 0, description: 'Their sessions that have not ended.' }),
  factors: Type.Array(Type.Enum(FACTOR_KINDS), {
    description: 'The kinds of second factor that they have. Empty with another identity service.',
  }),
  isYou: Type.Boolean({ description: 'Whether it is the administrator of this request.' }),
})

export type Administrator = Static<typeof Administrator>

const headers = Type.Object(ElevationHeader)
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) })

/**
 * The calls for administrators, which need Super Admin (§6). With `IDENTITY=firebase`, the calls that invite and that reset a second
 * factor do not exist.
 */
export const administratorCalls = {
  'GET /administrators': {
    summary: 'List the administrators',
    section: '§2.21',
    viewers: 'refused',
    description: 'Needs Super Admin.',
    headers,
    answers: {
      200: {
        description: 'All administrators, by e-mail address.',
        schema: Type.Object({ data: Type.Array(Administrator) }),
      },
    },
    errors: [403],
  },
  'POST /administrators': {
    summary: 'Invite an administrator by mail',
    section: '§2.21',
    description: `Needs Super Admin. Mails a link for choosing a password, which works once, within ${INVITATION_HOURS} hours. Enables a disabled administrator again, and sends an invited one another link. Answers 400 \`ALREADY_ADMINISTRATOR\` for an active one, and 502 \`MAIL_FAILED\` if the mail cannot be sent: the call can be repeated. Does not exist with another identity service: the operator adds people.`,
    headers,
    body: Type.Object(
      {
        email: Type.String({ minLength: 1, maxLength: 254 }),
        name: Type.Optional(Type.String({ maxLength: MAX_INVITED_NAME })),
        role: Type.Optional(
          Type.Enum(ROLE_NAMES, {
            description:
              'By default `administrator` for a new one; another one keeps the role that they have.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    answers: {
      201: {
        description: 'The mail was sent.',
        schema: Type.Object({ data: Type.Object({ id: Type.String(), email: Type.String() }) }),
      },
    },
    errors: [400, 403, 413, 415, 429, 502],
  },
  'POST /administrators/{id}/disable': {
    summary: 'Disable an administrator',
    section: '§2.21',
    description:
      'Needs Super Admin. They are signed out at once and cannot sign in. Nobody can disable themselves.',
    headers,
    params,
    answers: { 204: { description: 'The administrator is disabled.' } },
    errors: [400, 403, 404],
  },
  'POST /administrators/{id}/role': {
    summary: 'Change the role of another administrator',
    section: '§2.21',
    description:
      'Needs Super Admin. Applies from their next call on. A viewer’s grants end. Nothing changes if they have the role.',
    headers,
    params,
    body: Type.Object({ role: Type.Enum(ROLE_NAMES) }, { additionalProperties: false }),
    answers: { 204: { description: 'They have the role.' } },
    errors: [400, 403, 404, 413, 415],
  },
  'POST /administrators/{id}/end-sessions': {
    summary: 'End all sessions of another administrator',
    section: '§2.21',
    description: 'Needs Super Admin.',
    headers,
    params,
    answers: {
      200: {
        description: 'How many sessions were ended.',
        schema: Type.Object({ data: Type.Object({ ended: Type.Integer({ minimum: 0 }) }) }),
      },
    },
    errors: [400, 403, 404],
  },
  'POST /administrators/{id}/reset-factor': {
    summary: 'Remove the second factor of another administrator',
    section: '§2.21',
    description:
      'Needs Super Admin. For somebody who lost it. They then sign in with the password alone, or add another factor if one is required. Does not exist with another identity service.',
    headers,
    params,
    answers: { 204: { description: 'They have no second factor.' } },
    errors: [400, 403, 404],
  },
} as const satisfies Record<string, Call>
