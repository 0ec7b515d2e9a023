import { RECENT_MINUTES } from '@mandap/domain/session/recent-sign-in.ts'
import { ROLE_NAMES } from '@mandap/domain/session/role.ts'
import { Type } from 'typebox'
import type { Call } from './call.ts'
import { AccountInfo, factorsInfo, recoveryCodes, renewedTokens } from './identity-answer.ts'
import { PasskeyAnswer } from './passkey-answer.ts'

/** The error body of the identity calls, as defined by Identity Toolkit. */
const IdentityError = Type.Object({
  error: Type.Object({
    code: Type.Integer(),
    message: Type.String({ examples: ['INVALID_LOGIN_CREDENTIALS'] }),
  }),
})

/** The query string of the identity calls. */
export const identityKey = Type.Object({
  key: Type.Optional(
    Type.String({
      description: 'Needed. The value is `identity.key` of `GET /config.json`; it is not a secret.',
      examples: ['mandap'],
    }),
  ),
})
export const identityErrors = {
  400: { description: 'The request failed. `message` is the error code.', schema: IdentityError },
  403: {
    description:
      'The request has no `key`, or the page that sent it has an origin that is not in `IDENTITY_ORIGINS`.',
    schema: IdentityError,
  },
  415: { description: 'The body has another media type.', schema: IdentityError },
}

/** When a change of the second factor needs a confirmation. */
export const CONFIRMATION_RULE = `Needs \`password\`, and a code or a passkey if the account has a second factor, unless the sign-in is less than ${RECENT_MINUTES} minutes old and the account has no second factor or showed it in this session.`

/** What confirms that a change is made by the person. */
export const confirmation = {
  password: Type.Optional(Type.String()),
  verificationCode: Type.Optional(
    Type.String({ description: 'A code of the second factor, with the password.' }),
  ),
  authenticatorAuthenticationResponse: Type.Optional(PasskeyAnswer),
}

export const sessionCalls = {
  'POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword': {
    summary: 'Sign in',
    section: '§7',
    public: true,
    querystring: identityKey,
    body: Type.Object({
      email: Type.String(),
      password: Type.String(),
      returnSecureToken: Type.Optional(Type.Boolean()),
    }),
    answers: {
      200: {
        description: 'The session. `idToken` is the bearer token of every other call.',
        schema: Type.Object({
          kind: Type.String(),
          localId: Type.String(),
          email: Type.String(),
          displayName: Type.String(),
          registered: Type.Boolean(),
          idToken: Type.Optional(Type.String()),
          refreshToken: Type.Optional(Type.String()),
          expiresIn: Type.Optional(Type.String({ description: 'Seconds.' })),
          mfaPendingCredential: Type.Optional(
            Type.String({
              description:
                'Present instead of the tokens if the account has a second factor. `mfaSignIn:finalize` or `passkeySignIn:start` continues with it.',
            }),
          ),
          ...factorsInfo,
          mfaEnrollmentRequired: Type.Optional(
            Type.Boolean({
              description:
                'With `SECOND_FACTOR=required`: no call accepts the token until a second factor is added.',
            }),
          ),
        }),
      },
      ...identityErrors,
    },
  },
  'POST /identitytoolkit.googleapis.com/v1/accounts:sendOobCode': {
    summary: 'Send a password reset mail',
    section: '§7',
    public: true,
    querystring: identityKey,
    body: Type.Object({ requestType: Type.Literal('PASSWORD_RESET'), email: Type.String() }),
    answers: {
      200: {
        description: 'The address that was sent, whether or not it has an account.',
        schema: Type.Object({ kind: Type.String(), email: Type.String() }),
      },
      ...identityErrors,
    },
  },
  'POST /identitytoolkit.googleapis.com/v1/accounts:resetPassword': {
    summary: 'Set a new password with a code from the mail',
    section: '§2.3',
    public: true,
    querystring: identityKey,
    body: Type.Object({
      oobCode: Type.String(),
      newPassword: Type.Optional(Type.String()),
    }),
    answers: {
      200: {
        description: 'The account whose password the code resets.',
        schema: Type.Object({
          kind: Type.String(),
          email: Type.String(),
          requestType: Type.String(),
        }),
      },
      ...identityErrors,
    },
  },
  'POST /identitytoolkit.googleapis.com/v1/accounts:lookup': {
    summary: 'Read the account of a token',
    section: null,
    public: true,
    querystring: identityKey,
    body: Type.Object({ idToken: Type.String() }),
    answers: {
      200: {
        description: 'The account.',
        schema: Type.Object({ kind: Type.String(), users: Type.Array(AccountInfo) }),
      },
      ...identityErrors,
    },
  },
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize': {
    summary: 'End a sign-in with a code of the second factor',
    section: '§2.3',
    public: true,
    querystring: identityKey,
    body: Type.Object({
      mfaPendingCredential: Type.String(),
      mfaEnrollmentId: Type.String(),
      totpVerificationInfo: Type.Object({
        verificationCode: Type.String({
          description: 'A code of the authenticator app, or a recovery code.',
        }),
      }),
    }),
    answers: {
      200: {
        description: 'The session.',
        schema: Type.Object({
          idToken: Type.String(),
          refreshToken: Type.String(),
          totpAuthInfo: Type.Object({}),
        }),
      },
      ...identityErrors,
    },
  },
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:start': {
    summary: 'Make a secret for an authenticator app',
    section: '§2.3, §2.20',
    description: `${CONFIRMATION_RULE} So do the other calls that change the second factor.`,
    public: true,
    querystring: identityKey,
    body: Type.Object({
      idToken: Type.String(),
      totpEnrollmentInfo: Type.Object({}),
      ...confirmation,
    }),
    answers: {
      200: {
        description: 'The secret, which a code has to confirm within 15 minutes.',
        schema: Type.Object({
          ...renewedTokens,
          totpSessionInfo: Type.Object({
            sharedSecretKey: Type.String(),
            verificationCodeLength: Type.Integer(),
            hashingAlgorithm: Type.String(),
            periodSec: Type.Integer(),
            sessionInfo: Type.String(),
            finalizeEnrollmentTime: Type.String(),
          }),
        }),
      },
      ...identityErrors,
    },
  },
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:finalize': {
    summary: 'Add the authenticator app that shows a right code',
    section: '§2.3, §2.20',
    public: true,
    querystring: identityKey,
    body: Type.Object({
      idToken: Type.String(),
      totpVerificationInfo: Type.Object({
        sessionInfo: Type.String(),
        verificationCode: Type.String(),
      }),
    }),
    answers: {
      200: {
        description: 'Recovery codes with the first second factor, which no other call returns.',
        schema: Type.Object({
          idToken: Type.String(),
          totpAuthInfo: Type.Object({}),
          recoveryCodes: Type.Optional(recoveryCodes),
        }),
      },
      ...identityErrors,
    },
  },
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:withdraw': {
    summary: 'Remove the authenticator app or a passkey',
    section: '§2.20',
    public: true,
    querystring: identityKey,
    body: Type.Object({ idToken: Type.String(), mfaEnrollmentId: Type.String(), ...confirmation }),
    answers: {
      200: {
        description: 'It is removed; with the last one, the recovery codes too.',
        schema: Type.Object(renewedTokens),
      },
      ...identityErrors,
    },
  },
  'POST /identitytoolkit.googleapis.com/v2/accounts/recoveryCodes:renew': {
    summary: 'Make new recovery codes',
    section: '§2.20',
    public: true,
    querystring: identityKey,
    body: Type.Object({ idToken: Type.String(), ...confirmation }),
    answers: {
      200: {
        description: 'The new recovery codes. The earlier ones no longer work.',
        schema: Type.Object({ recoveryCodes, ...renewedTokens }),
      },
      ...identityErrors,
    },
  },
  'POST /securetoken.googleapis.com/v1/token': {
    summary: 'Exchange a refresh token for a new session token',
    section: null,
    public: true,
    querystring: identityKey,
    bodyType: 'application/x-www-form-urlencoded',
    body: Type.Object({
      grant_type: Type.Literal('refresh_token'),
      refresh_token: Type.String(),
    }),
    answers: {
      200: {
        description: 'The new tokens. The refresh token that was sent is no longer valid.',
        schema: Type.Object({
          id_token: Type.String(),
          access_token: Type.String({ description: 'The same as `id_token`.' }),
          refresh_token: Type.String(),
          expires_in: Type.String({ description: 'Seconds.' }),
          token_type: Type.String({ examples: ['Bearer'] }),
          user_id: Type.String(),
          project_id: Type.String(),
        }),
      },
      ...identityErrors,
    },
  },
  'GET /session': {
    summary: 'Read the signed-in administrator',
    section: '§2.2',
    countedBySession: true,
    answers: {
      200: {
        description: 'The administrator.',
        schema: Type.Object({
          id: Type.String(),
          email: Type.String(),
          name: Type.String(),
          sessionId: Type.String(),
          role: Type.Enum(ROLE_NAMES, {
            description: 'The role of their account. A viewer changes nothing.',
          }),
        }),
      },
    },
  },
  'GET /session/storage-key': {
    summary: 'Read the key of what the console stores',
    section: null,
    description:
      'The key with which the console encrypts unsaved text in the browser. It is the same in each session of an administrator. Keep it in memory only.',
    answers: {
      200: {
        description: 'The key.',
        schema: Type.Object({
          data: Type.Object({ key: Type.String({ description: '32 bytes in Base64.' }) }),
        }),
      },
    },
  },
  'POST /session/end': {
    summary: 'Sign out',
    section: '§2.2',
    viewers: 'allowed',
    description: 'Accepts an expired token too.',
    answers: { 204: { description: 'The token and its refresh token are no longer valid.' } },
  },
} as const satisfies Record<string, Call>
