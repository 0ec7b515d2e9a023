import { OTP_DIGITS } from '@mandap/domain/super-admin/elevation.ts'
import { Type } from 'typebox'
import type { Call } from './call.ts'

/** Carried by every call that overrides or deletes (§6). */
export const ElevationHeader = {
  'x-elevation': Type.Optional(
    Type.String({ description: 'The `grant` of Super Admin mode, as `POST /otp/verify` gave it.' }),
  ),
}

const expiresAt = Type.String({ format: 'date-time', examples: ['2026-11-21T10:15:00.000Z'] })

const modeExpiresAt = Type.Union([expiresAt, Type.Null()], {
  description: 'Null where the mode does not end by itself, as on a host with §7’s calls alone.',
})

/** How a wrong OTP is answered, beside the problems of every call. */
const RefusedOtp = Type.Object({
  error: Type.Object({
    code: Type.String({ examples: ['WRONG_OTP', 'OTP_EXPIRED', 'INVALID'] }),
    message: Type.String({ examples: ['Incorrect OTP'] }),
    field: Type.Optional(Type.String()),
    triesLeft: Type.Optional(
      Type.Integer({ minimum: 0, description: 'How often this OTP may still be tried.' }),
    ),
  }),
})

export const superAdminCalls = {
  'POST /otp/sms': {
    summary: 'Send an OTP to a Super Admin’s phone',
    section: '§7',
    description:
      'A number that may not become Super Admin answers 403 `NOT_AUTHORIZED`. With `SMS=development`, a request from another machine answers 403 `SMS_DEVELOPMENT`. An OTP that cannot be sent answers 502: `SMS_FAILED` is worth another try, `SMS_CONFIGURATION` and `SMS_BALANCE` are for whoever runs the server.',
    body: Type.Object(
      { numbers: Type.String({ maxLength: 20, examples: ['5550100001'] }) },
      { additionalProperties: false },
    ),
    answers: {
      200: {
        description:
          'Sent; an earlier OTP of this administrator counts no more. `data.otp` is there only where no SMS is sent. A plain host answers `data.otp` alone and leaves the check to the browser.',
        schema: Type.Object({
          status: Type.Literal('OK'),
          data: Type.Object({
            challengeId: Type.Optional(Type.String()),
            expiresAt: Type.Optional(expiresAt),
            otp: Type.Optional(Type.String()),
          }),
        }),
      },
    },
    errors: [400, 403, 413, 415, 429, 502],
  },
  'POST /otp/verify': {
    summary: 'Turn Super Admin on with an OTP',
    description:
      'The OTP can be tried five times within five minutes, by the sign-in that asked for it.',
    body: Type.Object(
      {
        challengeId: Type.String({ minLength: 1, maxLength: 200 }),
        otp: Type.String({ pattern: `^\\d{${OTP_DIGITS}}$`, examples: ['123456'] }),
      },
      { additionalProperties: false },
    ),
    answers: {
      200: {
        description:
          'On for fifteen minutes, for this sign-in. Send `grant` as `X-Elevation` with each call that needs it.',
        schema: Type.Object({
          data: Type.Object({ grant: Type.String(), expiresAt: modeExpiresAt }),
        }),
      },
      400: {
        description: '`WRONG_OTP`, or `OTP_EXPIRED` once it is too late or was tried too often.',
        schema: RefusedOtp,
      },
    },
    errors: [413, 415, 429],
  },
  'GET /elevation': {
    summary: 'Whether the grant that the request carries still counts',
    headers: Type.Object(ElevationHeader),
    answers: {
      200: {
        description: 'Until when; null where Super Admin is off.',
        schema: Type.Object({
          data: Type.Union([Type.Object({ expiresAt: modeExpiresAt }), Type.Null()]),
        }),
      },
    },
  },
  'DELETE /elevation': {
    summary: 'Turn Super Admin off, in every tab of this sign-in',
    answers: { 204: { description: 'No grant of this sign-in counts any more.' } },
  },
} as const satisfies Record<string, Call>
