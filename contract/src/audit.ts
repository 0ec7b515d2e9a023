import { AUDIT_KINDS, AUDIT_SUBJECTS } from '@mandap/domain/audit/kind.ts'
import { type Static, Type } from 'typebox'
import type { Call } from './call.ts'
import { page, PageQuery, Skip } from './record.ts'

const kind = Type.Enum(Object.keys(AUDIT_KINDS) as (keyof typeof AUDIT_KINDS)[], {
  description: 'What was done.',
})

const subject = Type.Enum(Object.keys(AUDIT_SUBJECTS) as (keyof typeof AUDIT_SUBJECTS)[], {
  description: 'To what kind of thing.',
})

const fields = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

const orNull = (schema: ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>) =>
  Type.Union([schema, Type.Null()])

/** One record of the trail: who did what, to what, when, and why. */
export const AuditRecord = Type.Object({
  id: Type.Integer({ minimum: 1, description: 'Its place in the chain.' }),
  at: Type.String({ description: 'ISO date-time.', examples: ['2026-11-21T10:15:00.000Z'] }),
  by: Type.String({ description: 'E-mail address of the administrator, or what acted.' }),
  kind,
  subject,
  subjectId: Type.String(),
  subjectName: Type.String({ description: 'As it was called then.', examples: ['MB12001'] }),
  version: orNull(Type.Integer({ minimum: 1, description: 'The version that a change made.' })),
  before: fields('The fields that differ, as they were. Personal numbers are masked.'),
  after: fields('As they became; of a reveal, the field that was shown.'),
  reason: orNull(Type.String()),
  elevation: orNull(
    Type.String({
      description: 'The masked number of the Super Admin, where the act needed one.',
      examples: ['XXXXXX0001'],
    }),
  ),
})

export const AuditQuery = Type.Object({
  subject: Type.Optional(subject),
  subjectId: Type.Optional(Type.String({ maxLength: 800, description: 'Goes with `subject`.' })),
  person: Type.Optional(
    Type.String({ maxLength: 500, description: 'The e-mail address of who acted.' }),
  ),
  kind: Type.Optional(kind),
  from: Type.Optional(
    Type.String({ description: 'At this instant or later.', examples: ['2026-11-20T18:30:00Z'] }),
  ),
  to: Type.Optional(
    Type.String({ description: 'Before this instant.', examples: ['2026-11-21T18:30:00Z'] }),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Every word of it in person, subject or reason.',
    }),
  ),
  ...PageQuery,
  skip: Skip,
})

export type AuditRecord = Static<typeof AuditRecord>
export type AuditQuery = Static<typeof AuditQuery>

export const auditCalls = {
  'GET /activity': {
    summary: 'List who did what',
    description: 'A page, newest first.',
    querystring: AuditQuery,
    answers: { 200: { description: 'The records.', schema: page(AuditRecord) } },
    errors: [400],
  },
  'GET /activity/people': {
    summary: 'List everybody who did something',
    answers: {
      200: {
        description: 'E-mail addresses, and the names of what acted, in order.',
        schema: Type.Object({ data: Type.Array(Type.String()) }),
      },
    },
  },
} as const satisfies Record<string, Call>
