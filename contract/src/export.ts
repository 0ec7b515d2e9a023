import { EXPORT_FORMATS } from '@mandap/domain/export/format.ts'
import { type Static, Type } from 'typebox'
import { AuditQuery } from './audit.ts'
import { BookingQuery } from './booking.ts'
import type { Call } from './call.ts'
import { PartnerQuery } from './partner.ts'
import { UserQuery } from './user.ts'
import { keysOf, moment } from './record.ts'

const PAGING = ['limit', 'after', 'skip'] as const

const format = Type.Enum(keysOf(EXPORT_FORMATS))
const timeZone = Type.String({
  maxLength: 100,
  description: 'The IANA time zone of the dates and times in the file.',
  examples: ['Asia/Kolkata'],
})

/** The list to export, with the query that its pages take. */
export const ExportRequest = Type.Union([
  Type.Object({
    of: Type.Literal('bookings'),
    query: Type.Omit(BookingQuery, [...PAGING, 'numberId']),
    format,
    timeZone,
  }),
  Type.Object({
    of: Type.Literal('partners'),
    query: Type.Omit(PartnerQuery, [...PAGING]),
    format,
    timeZone,
  }),
  Type.Object({
    of: Type.Literal('users'),
    query: Type.Omit(UserQuery, [...PAGING]),
    format,
    timeZone,
  }),
  Type.Object({
    of: Type.Literal('activity'),
    query: Type.Omit(AuditQuery, [...PAGING]),
    format,
    timeZone,
  }),
])

export type ExportRequest = Static<typeof ExportRequest>

export const exportCalls = {
  'POST /exports': {
    summary: 'Export a list',
    section: '§2.19',
    viewers: 'allowed',
    description:
      'Prepares the whole list as a file. `query` is the query of `GET /bookings`, `GET /partners`, `GET /users` or `GET /activity`, without its paging.',
    body: ExportRequest,
    answers: {
      201: {
        description:
          'The file is read once, within two minutes, without a session: by `POST /exports/file` with the secret.',
        schema: Type.Object({
          data: Type.Object({
            url: Type.String({ description: 'A path on this host, for a form with the secret.' }),
            secret: Type.Optional(Type.String()),
            name: Type.String({
              description: 'The name of the file.',
              examples: ['bookings-booked-2026-11-21.csv'],
            }),
            expiresAt: moment(),
          }),
        }),
      },
    },
    errors: [400, 413, 415, 429],
  },
  'POST /exports/file': {
    summary: 'Read an exported list by its secret',
    section: '§2.19',
    description:
      'Returns the list as it is at this moment. The secret is in the body of a form, so that a browser writes the file to the disk and no address contains it. The audit log records who exported the list and the number of rows. If the file cannot be completed, the server breaks the connection.',
    public: true,
    bodyType: 'application/x-www-form-urlencoded',
    body: Type.Object({ secret: Type.String({ maxLength: 100 }) }),
    answers: { 200: { description: 'The file.' } },
    errors: [400, 404, 410, 413, 415, 429],
  },
} as const satisfies Record<string, Call>
