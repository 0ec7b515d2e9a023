import {
  GRANT_MINUTES,
  OTP_ATTEMPTS,
  OTP_DIGITS,
  OTP_MINUTES,
} from '@mandap/domain/super-admin/elevation.ts'
import { FACTOR_KINDS } from '@mandap/domain/session/second-factor.ts'
import { Type } from 'typebox'
import type { Call } from './call.ts'
import { PasskeyAnswer } from './passkey-answer.ts'
import { moment, orNull } from './record.ts'

/** The header of every call that needs Super Admin (§6). */
export const ElevationHeader = {
  'x-elevation': Type.Optional(
    Type.String({ description: 'The `grant` that `POST /otp/verify` returned.' }),
  ),
}

const modeExpiresAt = orNull(moment(), {
  description:
    'Null if the mode does not end by itself, as on a host that has only the calls of §7.',
})

/** The error body for a wrong OTP, or for an invalid request. */
const RefusedOtp = Type.Object({
  error: Type.Object({
    code: Type.String({
      examples: [
        'WRONG_OTP',
        'OTP_EXPIRED',
        'PHONE_VERIFIED',
        'WRONG_CODE',
        'WRONG_PASSKEY',
        'INVALID',
      ],
    }),
    message: Type.String({ examples: ['Incorrect OTP'] }),
    field: Type.Optional(Type.String()),
    triesLeft: Type.Optional(
      Type.Integer({ minimum: 0, description: 'How many attempts are left for this OTP.' }),
    ),
  }),
})

export const superAdminCalls = {
  'POST /otp/sms': {
    summary: 'Send an OTP to a Super Admin’s phone',
    section: '§7',
    description:
      'Answers 403 `NOT_AUTHORIZED` for a number that is not authorised. With `SUPER_ADMIN_SECOND_FACTOR=required`, answers 403 `SECOND_FACTOR_REQUIRED` to administrators without a second factor. With `SMS=development`, answers 403 `SMS_DEVELOPMENT` to requests from another machine. Answers 502 if the SMS cannot be sent: `SMS_FAILED` can be tried again, `SMS_CONFIGURATION` and `SMS_BALANCE` mean that the server’s SMS settings or its SMS account need attention.',
    body: Type.Object(
      { numbers: Type.String({ maxLength: 20, examples: ['5550100001'] }) },
      { additionalProperties: false },
    ),
    answers: {
      200: {
        description:
          'The OTP was sent, and earlier ones of this administrator are no longer valid. `data.otp` is present only with the development SMS transport. A plain host sends `data.otp` only, and the browser checks the OTP.',
        schema: Type.Object({
          status: Type.Literal('OK'),
          data: Type.Object({
            challengeId: Type.Optional(Type.String()),
            expiresAt: Type.Optional(moment()),
            secondFactor: Type.Optional(
              Type.Boolean({
                description: 'Whether `POST /otp/verify` needs `code` or `passkey` as well.',
              }),
            ),
            factors: Type.Optional(
              Type.Array(Type.Enum(FACTOR_KINDS), {
                description: 'The kinds of second factor of the administrator, if one is needed.',
              }),
            ),
            otp: Type.Optional(Type.String()),
          }),
        }),
      },
    },
    errors: [400, 403, 413, 415, 429, 502],
  },
  'POST /otp/verify': {
    summary: 'Turn Super Admin on with an OTP',
    section: '§4.1',
    description: `Allows ${OTP_ATTEMPTS} attempts within ${OTP_MINUTES} minutes, from the session that requested the OTP. Answers 403 \`SECOND_FACTOR_REQUIRED\` as \`POST /otp/sms\` does.`,
    body: Type.Object(
      {
        challengeId: Type.String({ minLength: 1, maxLength: 200 }),
        otp: Type.String({ pattern: `^\\d{${OTP_DIGITS}}$`, examples: ['123456'] }),
        code: Type.Optional(
          Type.String({
            maxLength: 100,
            description: 'A code of the second factor, or a recovery code.',
            examples: ['123456'],
          }),
        ),
        passkey: Type.Optional(PasskeyAnswer),
      },
      { additionalProperties: false },
    ),
    answers: {
      200: {
        description: `Super Admin is on for ${GRANT_MINUTES} minutes in this session. Send \`grant\` as \`X-Elevation\` with each call that needs it.`,
        schema: Type.Object({
          data: Type.Object({ grant: Type.String(), expiresAt: modeExpiresAt }),
        }),
      },
      400: {
        description: `\`WRONG_OTP\`; \`WRONG_CODE\`, \`USED_CODE\`, \`WRONG_PASSKEY\`, \`UNKNOWN_PASSKEY\` or \`PASSKEY_EXPIRED\` for the second factor; \`OTP_EXPIRED\` after ${OTP_MINUTES} minutes or ${OTP_ATTEMPTS} attempts; or \`PHONE_VERIFIED\` after the first right OTP for a phone: Super Admin is not on yet, send another OTP.`,
        schema: RefusedOtp,
      },
    },
    errors: [403, 413, 415, 429],
  },
  'GET /elevation': {
    summary: 'Check whether the grant in the request is still valid',
    section: '§4.1',
    headers: Type.Object(ElevationHeader),
    answers: {
      200: {
        description: 'When the grant expires, or null if Super Admin is off.',
        schema: Type.Object({
          data: orNull(Type.Object({ expiresAt: modeExpiresAt })),
        }),
      },
    },
  },
  'DELETE /elevation': {
    summary: 'Turn Super Admin off in this session',
    section: '§4.1',
    answers: { 204: { description: 'All grants of this session are no longer valid.' } },
  },
} as const satisfies Record<string, Call>
