import { AUDIT_KINDS, AUDIT_SUBJECTS } from '@mandap/domain/audit/kind.ts'
import { type Static, Type } from 'typebox'
import type { Call } from './call.ts'
import { keysOf, moment, orNull, page, PageProperties, Skip } from './record.ts'

export const auditKind = Type.Enum(keysOf(AUDIT_KINDS), {
  description: 'What was done.',
})

export const auditSubject = Type.Enum(keysOf(AUDIT_SUBJECTS), {
  description: 'The kind of record.',
})

const fields = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

/** An audit entry: who did what to which record, when and why (§2.18). */
export const AuditRecord = Type.Object({
  id: Type.Integer({ minimum: 1, description: 'The entry’s number in the hash chain.' }),
  at: moment(),
  by: Type.String({
    description: 'E-mail address of the administrator, or the name of the program that acted.',
  }),
  kind: auditKind,
  subject: auditSubject,
  subjectId: Type.String(),
  subjectName: Type.String({
    description: 'The name of the record at that time.',
    examples: ['MB12001'],
  }),
  erased: Type.Optional(
    Type.Boolean({
      description: 'Whether the name, the values and the reason were erased. They are empty then.',
    }),
  ),
  restorable: Type.Optional(
    Type.Boolean({
      description:
        'Whether the partner that was deleted can be restored with `POST /partners/{id}/restore`. True for the last deletion of a partner only.',
    }),
  ),
  version: orNull(
    Type.Integer({ minimum: 1, description: 'The version of the record after the change.' }),
  ),
  before: fields('The changed fields with their old values. Personal numbers are masked.'),
  after: fields(
    'The changed fields with their new values. For a decision also the status and the step as they are now, for a reveal or an opened document its field.',
  ),
  reason: orNull(Type.String()),
  elevation: orNull(
    Type.String({
      description: 'The masked phone number of the Super Admin, if the action needed one.',
      examples: ['XXXXXX0001'],
    }),
  ),
})

export const AuditQuery = Type.Object({
  subject: Type.Optional(auditSubject),
  subjectId: Type.Optional(
    Type.String({ maxLength: 800, description: 'The id of the record. Needs `subject`.' }),
  ),
  person: Type.Optional(
    Type.String({ maxLength: 500, description: 'The e-mail address of the administrator.' }),
  ),
  kind: Type.Optional(auditKind),
  from: Type.Optional(
    Type.String({
      description: 'Entries at or after this instant.',
      examples: ['2026-11-20T18:30:00Z'],
    }),
  ),
  to: Type.Optional(
    Type.String({
      description: 'Entries before this instant.',
      examples: ['2026-11-21T18:30:00Z'],
    }),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Entries that contain every word in person, subject or reason.',
    }),
  ),
  ...PageProperties,
  skip: Skip,
})

export type AuditRecord = Static<typeof AuditRecord>
export type AuditQuery = Static<typeof AuditQuery>

export const auditCalls = {
  'GET /activity': {
    summary: 'List the audit log',
    section: '§2.18',
    description: 'Returns a page of entries, newest first.',
    querystring: AuditQuery,
    answers: { 200: { description: 'The entries.', schema: page(AuditRecord) } },
    errors: [400],
  },
  'GET /activity/people': {
    summary: 'List the people in the audit log',
    section: '§2.18',
    answers: {
      200: {
        description:
          'E-mail addresses, and the names of programs that acted, in alphabetical order.',
        schema: Type.Object({ data: Type.Array(Type.String()) }),
      },
    },
  },
} as const satisfies Record<string, Call>
