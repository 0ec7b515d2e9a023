import { MAX_PASSKEY_NAME } from '@mandap/domain/session/second-factor.ts'
import { Type } from 'typebox'
import type { Call } from './call.ts'
import { recoveryCodes, renewedTokens } from './identity-answer.ts'
import { PasskeyAnswer } from './passkey-answer.ts'
import { confirmation, CONFIRMATION_RULE, identityErrors, identityKey } from './session.ts'

const idToken = Type.String()
const displayName = Type.String({
  description: `The name of the passkey; ${MAX_PASSKEY_NAME} characters are kept.`,
})

/** The server passes them to the browser as they are. */
const options = Type.Object({ challenge: Type.String() }, { additionalProperties: true })

const call = { public: true, querystring: identityKey } as const

/** The calls of passkeys, our own additions to Identity Toolkit. Each challenge is accepted once, within six minutes. */
export const passkeyCalls = {
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeySignIn:start': {
    summary: 'Ask for a passkey as the second step of a sign-in',
    section: '§2.3',
    ...call,
    body: Type.Object({ mfaPendingCredential: Type.String() }),
    answers: {
      200: {
        description: '`PublicKeyCredentialRequestOptionsJSON` of WebAuthn.',
        schema: Type.Object({ credentialRequestOptions: options }),
      },
      ...identityErrors,
    },
  },
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeySignIn:finalize': {
    summary: 'End a sign-in with a passkey',
    section: '§2.3',
    description:
      'Answers `INVALID_PASSKEY` for a wrong answer, `PASSKEY_NOT_FOUND` for a passkey that is not one of the account, and `PASSKEY_EXPIRED` if the challenge was answered or is too old.',
    ...call,
    body: Type.Object({
      mfaPendingCredential: Type.String(),
      authenticatorAuthenticationResponse: PasskeyAnswer,
    }),
    answers: {
      200: {
        description: 'The session.',
        schema: Type.Object({ idToken, refreshToken: Type.String() }),
      },
      ...identityErrors,
    },
  },
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeyEnrollment:start': {
    summary: 'Ask for a new passkey',
    section: '§2.3, §2.20',
    description: `Answers \`OPERATION_NOT_ALLOWED\` if browsers have no passkeys at \`PUBLIC_URL\`. ${CONFIRMATION_RULE}`,
    ...call,
    body: Type.Object({ idToken, ...confirmation }),
    answers: {
      200: {
        description: '`PublicKeyCredentialCreationOptionsJSON` of WebAuthn.',
        schema: Type.Object({ credentialCreationOptions: options, ...renewedTokens }),
      },
      ...identityErrors,
    },
  },
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeyEnrollment:finalize': {
    summary: 'Add the passkey that the browser made',
    section: '§2.3, §2.20',
    ...call,
    body: Type.Object({
      idToken,
      displayName,
      authenticatorRegistrationResponse: Type.Object(
        {},
        { description: '`RegistrationResponseJSON` of WebAuthn.' },
      ),
    }),
    answers: {
      200: {
        description: 'Recovery codes with the first second factor, which no other call returns.',
        schema: Type.Object({ recoveryCodes: Type.Optional(recoveryCodes) }),
      },
      ...identityErrors,
    },
  },
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeyConfirmation:start': {
    summary: 'Ask for a passkey in a session',
    section: '§2.20, §4.1',
    ...call,
    body: Type.Object({
      idToken,
      purpose: Type.Optional(
        Type.Enum(['changeFactor', 'elevate'], {
          description:
            'For a change of the second factor (the default), or for `POST /otp/verify`.',
        }),
      ),
    }),
    answers: {
      200: {
        description: '`PublicKeyCredentialRequestOptionsJSON` of WebAuthn.',
        schema: Type.Object({ credentialRequestOptions: options }),
      },
      ...identityErrors,
    },
  },
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeys:rename': {
    summary: 'Rename a passkey',
    section: '§2.20',
    ...call,
    body: Type.Object({ idToken, mfaEnrollmentId: Type.String(), displayName }),
    answers: {
      200: { description: 'The passkey has the name.', schema: Type.Object({}) },
      ...identityErrors,
    },
  },
} as const satisfies Record<string, Call>
