import { MAX_PERSON_REASON, PERSON_SUBJECTS } from '@mandap/domain/person/person.ts'
import { type Static, Type } from 'typebox'
import type { Call } from './call.ts'
import { ElevationHeader } from './super-admin.ts'
import { keysOf, moment } from './record.ts'

const PersonRequest = Type.Object(
  {
    subject: Type.Enum(keysOf(PERSON_SUBJECTS), {
      description: 'The kind of the record: a partner, a customer, or a partner entered by hand.',
    }),
    id: Type.String({ minLength: 1, maxLength: 800, description: 'The id of the record.' }),
    reason: Type.String({
      pattern: String.raw`\S`,
      maxLength: MAX_PERSON_REASON,
      description: 'Why. It stays in the audit log, so it must not name the person.',
      examples: ['Request of 24 November, ticket 1187'],
    }),
  },
  { additionalProperties: false },
)

export type PersonRequest = Static<typeof PersonRequest>

export const personCalls = {
  'POST /erasures': {
    summary: 'Erase one person',
    section: '§2.22',
    description:
      'Needs Super Admin. Cannot be undone. Removes what identifies the person from the record, its bookings, records of the same person that were entered by hand, and the audit log, and destroys the documents. Ids, dates and amounts stay, so that bookings are still counted. Erasing an erased person again changes nothing.',
    headers: Type.Object(ElevationHeader),
    body: PersonRequest,
    answers: {
      200: {
        description: 'What was erased.',
        schema: Type.Object({
          data: Type.Object({
            erasedAt: moment(),
            bookings: Type.Integer({ minimum: 0, description: 'How many bookings were changed.' }),
            documents: Type.Integer({
              minimum: 0,
              description: 'How many documents were destroyed.',
            }),
          }),
        }),
      },
    },
    errors: [400, 403, 404, 413, 415],
  },
  'POST /person-exports': {
    summary: 'Export everything that is stored about one person',
    section: '§2.22',
    description:
      'Needs Super Admin. Prepares a ZIP file with the record, its bookings, its documents and its audit entries. Personal numbers are whole in it.',
    headers: Type.Object(ElevationHeader),
    body: PersonRequest,
    answers: {
      201: {
        description:
          'The file is read once, within two minutes, without a session: by `POST /person-exports/file` with the secret.',
        schema: Type.Object({
          data: Type.Object({
            url: Type.String({ description: 'A path on this host, for a form with the secret.' }),
            secret: Type.String(),
            name: Type.String({
              description: 'The name of the file.',
              examples: ['partner-65f0c0ffee00000000000003-2026-11-25.zip'],
            }),
            expiresAt: moment(),
          }),
        }),
      },
    },
    errors: [400, 403, 404, 413, 415, 429],
  },
  'POST /person-exports/file': {
    summary: 'Read the export of a person by its secret',
    section: '§2.22',
    description:
      'Returns the person’s data as it is at this moment. The secret is in the body of a form, as for `POST /exports/file`. The audit log records it. If the file cannot be completed, the server breaks the connection.',
    public: true,
    bodyType: 'application/x-www-form-urlencoded',
    body: Type.Object({ secret: Type.String({ maxLength: 100 }) }),
    answers: { 200: { description: 'The ZIP file.' } },
    errors: [400, 404, 410, 413, 415, 429],
  },
} as const satisfies Record<string, Call>
