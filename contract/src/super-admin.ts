import { PHONE_DIGITS } from '@mandap/domain/super-admin/elevation.ts'
import { Type } from 'typebox'
import type { Call } from './call.ts'

export const superAdminCalls = {
  'POST /otp/sms': {
    summary: 'Send an OTP to a Super Admin’s phone',
    section: '§7',
    body: Type.Object({
      numbers: Type.String({ pattern: `^\\d{${PHONE_DIGITS}}$`, examples: ['9820012345'] }),
    }),
    answers: {
      200: {
        description:
          'Sent. `data.otp` is there only where the host leaves the check to the browser.',
        schema: Type.Object({
          status: Type.Literal('OK'),
          data: Type.Object({ otp: Type.Optional(Type.String()) }),
        }),
      },
    },
    problems: [400, 403, 429],
  },
} as const satisfies Record<string, Call>
