import { MIN_PASSWORD_LENGTH } from '@mandap/domain/session/password.ts'
import { RECENT_MINUTES } from '@mandap/domain/session/recent-sign-in.ts'
import { type Static, Type } from 'typebox'
import type { Call } from './call.ts'
import { moment, orNull } from './record.ts'

/** A session of the signed-in administrator that has not ended. */
export const AccountSession = Type.Object({
  id: Type.String(),
  browser: Type.String({ description: 'Empty if unknown.', examples: ['Chrome'] }),
  system: Type.String({ description: 'Empty if unknown.', examples: ['Windows'] }),
  address: Type.String({
    description: 'The network address of the sign-in. Of an IPv6 address, its /64.',
    examples: ['203.0.113.7'],
  }),
  signedInAt: moment(),
  usedAt: moment(
    'Its last use, stored every 15 minutes: when its token was renewed, or, with another identity service, by a call.',
  ),
  isCurrent: Type.Boolean({ description: 'Whether it is the session of this request.' }),
})

export type AccountSession = Static<typeof AccountSession>

const password = (description: string) =>
  Type.String({ minLength: 1, maxLength: 4_096, description })

/** The tokens that replace those of the session after the person was re-authenticated. */
const newTokens = {
  idToken: Type.String({ description: 'The tokens of the session until now are refused.' }),
  refreshToken: Type.String(),
}

/** The error body for a password that is refused or missing, or for an invalid request. */
const RefusedPassword = Type.Object({
  error: Type.Object({
    code: Type.String({
      examples: [
        'WRONG_PASSWORD',
        'WEAK_PASSWORD',
        'PASSWORD_REQUIRED',
        'RECENT_SIGN_IN_REQUIRED',
        'INVALID',
      ],
    }),
    message: Type.String({ examples: ['The current password is wrong.'] }),
    field: Type.Optional(Type.String({ examples: ['currentPassword', 'newPassword'] })),
  }),
})

/** What re-authenticates the person if the sign-in is more than `RECENT_MINUTES` minutes old. */
const Confirmation = Type.Object(
  {
    currentPassword: Type.Optional(
      password(`Needed later than ${RECENT_MINUTES} minutes after the sign-in of this session.`),
    ),
  },
  { additionalProperties: false },
)

/** The error body for a missing or wrong password, or for an invalid request. */
const RefusedConfirmation = {
  description: `\`PASSWORD_REQUIRED\` without a password, \`WRONG_PASSWORD\` for a wrong one. With another identity service, which has the passwords, \`RECENT_SIGN_IN_REQUIRED\` later than ${RECENT_MINUTES} minutes after the sign-in.`,
  schema: RefusedPassword,
}

/** The calls of the account screen. With `IDENTITY=firebase`, `POST /account/password` does not exist. */
export const accountCalls = {
  'GET /account': {
    countedBySession: true,
    summary: 'Read the signed-in administrator’s account and sessions',
    section: '§2.20',
    answers: {
      200: {
        description:
          'The account, and the 100 sessions that were used last, newest first. `passwordChangedAt` is null if the password was never changed here.',
        schema: Type.Object({
          data: Type.Object({
            email: Type.String(),
            name: Type.String(),
            passwordChangedAt: orNull(moment()),
            sessions: Type.Array(AccountSession),
          }),
        }),
      },
    },
  },
  'POST /account/sessions/{id}/end': {
    countedBySession: true,
    summary: 'End one of the own sessions',
    section: '§2.20',
    viewers: 'allowed',
    description:
      'Its tokens are refused from the next call on. A session that has ended stays so. Ten wrong passwords in 15 minutes answer 429.',
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) }),
    body: Confirmation,
    answers: {
      200: {
        description: 'The session has ended. Contains new tokens if the password was needed.',
        schema: Type.Object({ data: Type.Partial(Type.Object(newTokens)) }),
      },
      400: RefusedConfirmation,
    },
    errors: [404, 413, 415, 429],
  },
  'POST /account/sessions/end-others': {
    countedBySession: true,
    summary: 'End all own sessions except the one of this request',
    section: '§2.20',
    viewers: 'allowed',
    body: Confirmation,
    answers: {
      200: {
        description:
          'How many sessions were ended. Contains new tokens if the password was needed.',
        schema: Type.Object({
          data: Type.Object({
            ended: Type.Integer({ minimum: 0 }),
            ...Type.Partial(Type.Object(newTokens)).properties,
          }),
        }),
      },
      400: RefusedConfirmation,
    },
    errors: [413, 415, 429],
  },
  'POST /account/password': {
    countedBySession: true,
    summary: 'Change the own password',
    section: '§2.20',
    viewers: 'allowed',
    description:
      'Ends all other sessions, reset links and known devices of the administrator, and replaces the tokens of this session. Ten wrong passwords in 15 minutes answer 429. Does not exist with another identity service.',
    body: Type.Object(
      {
        currentPassword: password('The password until now.'),
        newPassword: password(
          `At least ${MIN_PASSWORD_LENGTH} characters, not a common or breached password.`,
        ),
      },
      { additionalProperties: false },
    ),
    answers: {
      200: {
        description: 'The new password is set.',
        schema: Type.Object({ data: Type.Object(newTokens) }),
      },
      400: {
        description:
          '`WRONG_PASSWORD` for the current one. `WEAK_PASSWORD`, with the reason, for the new one.',
        schema: RefusedPassword,
      },
    },
    errors: [413, 415, 429],
  },
} as const satisfies Record<string, Call>
