import { Type } from 'typebox'
import { moment } from './record.ts'

const mfaEnrollmentId = Type.String()
const enrolledAt = moment()

/** The second factors of an account. */
export const factorsInfo = {
  mfaInfo: Type.Optional(
    Type.Array(Type.Object({ mfaEnrollmentId, enrolledAt, totpInfo: Type.Object({}) }), {
      description: 'The authenticator app.',
    }),
  ),
  passkeyInfo: Type.Optional(
    Type.Array(
      Type.Object({
        mfaEnrollmentId,
        displayName: Type.String(),
        enrolledAt,
        lastUsedAt: Type.Optional(moment()),
      }),
      { description: 'The passkeys, our own addition to Identity Toolkit.' },
    ),
  ),
}

/** The tokens that replace those of the session if the call re-authenticated the person. */
export const renewedTokens = {
  idToken: Type.Optional(
    Type.String({
      description:
        'Present if the call had a password. The tokens of the session until now are refused.',
    }),
  ),
  refreshToken: Type.Optional(Type.String()),
}

export const recoveryCodes = Type.Array(Type.String())

const seconds = Type.String({ description: 'Epoch seconds.' })
const milliseconds = Type.String({ description: 'Epoch milliseconds.' })
const displayName = Type.Optional(Type.String())

/** An account, in the answer of `accounts:lookup`. */
export const AccountInfo = Type.Object({
  localId: Type.String(),
  email: Type.String(),
  emailVerified: Type.Boolean(),
  displayName,
  providerUserInfo: Type.Array(
    Type.Object({
      providerId: Type.String({ examples: ['password'] }),
      federatedId: Type.String(),
      email: Type.String(),
      rawId: Type.String(),
      displayName,
    }),
  ),
  passwordUpdatedAt: Type.Optional(Type.Integer({ description: 'Epoch milliseconds.' })),
  validSince: seconds,
  disabled: Type.Boolean(),
  lastLoginAt: milliseconds,
  createdAt: milliseconds,
  ...factorsInfo,
  recoveryCodesLeft: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Only with a second factor.' }),
  ),
  secondFactorRequired: Type.Optional(
    Type.Boolean({ description: 'True if the account may not be without a second factor.' }),
  ),
})
