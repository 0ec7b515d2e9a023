import { type Static, Type } from 'typebox'
import type { Call } from './call.ts'

const moment = Type.String({
  description: 'ISO date-time.',
  examples: ['2026-11-21T10:15:00.000Z'],
})

/** A session of the signed-in administrator that has not ended. */
export const AccountSession = Type.Object({
  id: Type.String(),
  browser: Type.String({ description: 'Empty if unknown.', examples: ['Chrome'] }),
  system: Type.String({ description: 'Empty if unknown.', examples: ['Windows'] }),
  address: Type.String({
    description: 'The network address of the sign-in. Of an IPv6 address, its /64.',
    examples: ['203.0.113.7'],
  }),
  signedInAt: moment,
  usedAt: Type.String({
    description: 'When its token was last renewed: a session in use renews it every 15 minutes.',
    examples: ['2026-11-21T10:15:00.000Z'],
  }),
  isCurrent: Type.Boolean({ description: 'Whether it is the session of this request.' }),
})

export type AccountSession = Static<typeof AccountSession>

const password = (description: string) =>
  Type.String({ minLength: 1, maxLength: 4_096, description })

/** The error body for a password that is refused, or for an invalid request. */
const RefusedPassword = Type.Object({
  error: Type.Object({
    code: Type.String({ examples: ['WRONG_PASSWORD', 'WEAK_PASSWORD', 'INVALID'] }),
    message: Type.String({ examples: ['The current password is wrong.'] }),
    field: Type.Optional(Type.String({ examples: ['currentPassword', 'newPassword'] })),
  }),
})

/** The calls of the account screen. A server with another identity service does not have them. */
export const accountCalls = {
  'GET /account': {
    summary: 'Read the signed-in administrator’s account and sessions',
    answers: {
      200: {
        description:
          'The account, and the 100 sessions that were used last, newest first. `passwordChangedAt` is null if the password was never changed.',
        schema: Type.Object({
          data: Type.Object({
            email: Type.String(),
            name: Type.String(),
            passwordChangedAt: Type.Union([moment, Type.Null()]),
            sessions: Type.Array(AccountSession),
          }),
        }),
      },
    },
  },
  'DELETE /account/sessions/{id}': {
    summary: 'End one of the own sessions',
    viewers: 'allowed',
    description: 'Its tokens are refused from the next call on. A session that has ended stays so.',
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) }),
    answers: { 204: { description: 'The session has ended.' } },
    errors: [404],
  },
  'POST /account/sessions/end-others': {
    summary: 'End all own sessions except the one of this request',
    viewers: 'allowed',
    answers: {
      200: {
        description: 'How many sessions were ended.',
        schema: Type.Object({ data: Type.Object({ ended: Type.Integer({ minimum: 0 }) }) }),
      },
    },
  },
  'POST /account/password': {
    summary: 'Change the own password',
    viewers: 'allowed',
    description:
      'Ends all other sessions, reset links and known devices of the administrator. Ten wrong passwords in 15 minutes answer 429.',
    body: Type.Object(
      {
        currentPassword: password('The password until now.'),
        newPassword: password('At least 12 characters, not a common or breached password.'),
      },
      { additionalProperties: false },
    ),
    answers: {
      204: { description: 'The new password is set.' },
      400: {
        description:
          '`WRONG_PASSWORD` for the current one. `WEAK_PASSWORD`, with the reason, for the new one.',
        schema: RefusedPassword,
      },
    },
    errors: [413, 415, 429],
  },
} as const satisfies Record<string, Call>
