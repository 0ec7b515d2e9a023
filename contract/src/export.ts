import { EXPORT_FORMATS, type ExportFormat } from '@mandap/domain/export/format.ts'
import { type Static, Type } from 'typebox'
import { ActivityQuery } from './activity.ts'
import { BookingQuery } from './booking.ts'
import type { Call } from './call.ts'
import { PartnerQuery } from './partner.ts'
import { UserQuery } from './user.ts'

const PAGING = ['limit', 'after', 'skip'] as const

const format = Type.Enum(Object.keys(EXPORT_FORMATS) as ExportFormat[])
const timeZone = Type.String({
  maxLength: 100,
  description: 'The operator’s IANA time zone, whose clock the file shows.',
  examples: ['Asia/Kolkata'],
})

/** A list, by the query with which its pages are read. */
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
    query: Type.Omit(ActivityQuery, [...PAGING]),
    format,
    timeZone,
  }),
])

export type ExportRequest = Static<typeof ExportRequest>

export const exportCalls = {
  'POST /exports': {
    summary: 'Export a list',
    description:
      'Makes a link to the whole list as a file. `query` is that of the list’s own pages: `GET /bookings`, `GET /partners`, `GET /users` or `GET /activity`.',
    body: ExportRequest,
    answers: {
      201: {
        description: 'The link, good once and for two minutes, for whoever has it.',
        schema: Type.Object({
          data: Type.Object({
            url: Type.String({ description: 'A path on this host.' }),
            name: Type.String({
              description: 'The name of the file.',
              examples: ['bookings-booked-2026-11-21.csv'],
            }),
            expiresAt: Type.String({ description: 'ISO date-time.' }),
          }),
        }),
      },
    },
    problems: [400, 413, 415, 429, 503],
  },
  'GET /exports/{id}': {
    summary: 'Read an exported list by its link',
    description:
      'The list as it stands when the link is opened. The trail records who made the link, and how many rows there were. A file that is cut short ends with a broken connection.',
    public: true,
    params: Type.Object({ id: Type.String() }),
    answers: { 200: { description: 'The file.' } },
    problems: [400, 404, 410, 429, 503],
  },
} as const satisfies Record<string, Call>
