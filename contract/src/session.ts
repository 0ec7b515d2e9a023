import { Type } from 'typebox'
import type { Call } from './call.ts'

/** The error envelope of the identity calls, as Identity Toolkit has it. */
const IdentityError = Type.Object({
  error: Type.Object({
    code: Type.Integer(),
    message: Type.String({ examples: ['INVALID_LOGIN_CREDENTIALS'] }),
  }),
})

const key = Type.Object({ key: Type.Optional(Type.String()) })
const refused = {
  400: { description: 'Why not, by code.', schema: IdentityError },
  403: {
    description: 'The call comes from a page of an origin that `IDENTITY_ORIGINS` does not name.',
    schema: IdentityError,
  },
  415: { description: 'The body is not of the type above.', schema: IdentityError },
}

export const sessionCalls = {
  'POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword': {
    summary: 'Sign in',
    section: '§7',
    public: true,
    querystring: key,
    body: Type.Object({
      email: Type.String(),
      password: Type.String(),
      returnSecureToken: Type.Optional(Type.Boolean()),
    }),
    answers: {
      200: {
        description: 'The session. `idToken` is the bearer token of every other call.',
        schema: Type.Object({
          localId: Type.String(),
          email: Type.String(),
          idToken: Type.String(),
          refreshToken: Type.String(),
          expiresIn: Type.String({ description: 'Seconds.' }),
        }),
      },
      ...refused,
    },
  },
  'POST /identitytoolkit.googleapis.com/v1/accounts:sendOobCode': {
    summary: 'Send a mail that resets the password',
    section: '§7',
    public: true,
    querystring: key,
    body: Type.Object({ requestType: Type.Literal('PASSWORD_RESET'), email: Type.String() }),
    answers: {
      200: {
        description: 'The address, also where nobody has it.',
        schema: Type.Object({ email: Type.String() }),
      },
      ...refused,
    },
  },
  'POST /identitytoolkit.googleapis.com/v1/accounts:resetPassword': {
    summary: 'Set a new password with a code from the mail',
    public: true,
    querystring: key,
    body: Type.Object({
      oobCode: Type.String(),
      newPassword: Type.Optional(Type.String()),
    }),
    answers: {
      200: {
        description: 'Whose password it is.',
        schema: Type.Object({ email: Type.String(), requestType: Type.String() }),
      },
      ...refused,
    },
  },
  'POST /identitytoolkit.googleapis.com/v1/accounts:lookup': {
    summary: 'Read the account of a token',
    public: true,
    querystring: key,
    body: Type.Object({ idToken: Type.String() }),
    answers: {
      200: {
        description: 'The account.',
        schema: Type.Object({ users: Type.Array(Type.Object({ localId: Type.String() })) }),
      },
      ...refused,
    },
  },
  'POST /securetoken.googleapis.com/v1/token': {
    summary: 'Exchange a refresh token for a new session token',
    public: true,
    querystring: key,
    bodyType: 'application/x-www-form-urlencoded',
    body: Type.Object({
      grant_type: Type.Literal('refresh_token'),
      refresh_token: Type.String(),
    }),
    answers: {
      200: {
        description: 'The new tokens; the refresh token that was sent is spent.',
        schema: Type.Object({
          id_token: Type.String(),
          refresh_token: Type.String(),
          expires_in: Type.String(),
        }),
      },
      ...refused,
    },
  },
  'GET /session': {
    summary: 'Read who is signed in',
    answers: {
      200: {
        description: 'The administrator.',
        schema: Type.Object({
          id: Type.String(),
          email: Type.String(),
          name: Type.String(),
          sessionId: Type.String(),
        }),
      },
    },
  },
  'POST /session/end': {
    summary: 'Sign out',
    description: 'Also with a token that has expired.',
    answers: { 204: { description: 'The token and its refresh token count no more.' } },
  },
} as const satisfies Record<string, Call>
