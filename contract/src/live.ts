import { type Static, Type } from 'typebox'
import { auditKind, auditSubject } from './audit.ts'
import type { Call } from './call.ts'
import { MAX_PAST_MS } from './max-past.ts'
import { moment, orNull } from './record.ts'

const position = Type.String({
  description: 'A position in the log of the database that contains the change.',
  examples: ['0/16B3748'],
})

/** The data of an event `change`: an audit entry, without any value of its record. */
export const ChangeEvent = Type.Object({
  kind: auditKind,
  subject: auditSubject,
  subjectId: orNull(
    Type.String({
      description: 'The id of a booking, partner, user or temp partner; null for other subjects.',
    }),
  ),
  version: orNull(
    Type.Integer({ minimum: 1, description: 'The version of the record after the change.' }),
  ),
  by: orNull(Type.String({ description: 'Who changed the record, as the audit log names them.' })),
  name: orNull(Type.String({ description: 'The name of that administrator, if they have one.' })),
  position,
})

/** The data of an event `many`: more changes than are worth listing. */
export const ManyEvent = Type.Object({ position })

/** The data of the first event, `open`. */
export const OpenEvent = Type.Object({
  stream: Type.String({ description: 'The id of the stream.' }),
})

const subject = Type.Enum(['booking', 'partner'])
const subjectId = Type.String({ minLength: 1, maxLength: 800 })

/** The data of an event `presence`: the records that others have opened or closed. Null if it can be any record. */
export const PresenceEvent = Type.Object({
  records: orNull(Type.Array(Type.Object({ subject, subjectId }))),
})

/** Another person who has a record open. */
export const Presence = Type.Object({
  subjectId: Type.String(),
  by: Type.String({ description: 'E-mail address.' }),
  name: orNull(Type.String()),
  since: moment(),
  isReview: Type.Boolean({ description: 'Whether they decide on the partner.' }),
})

/** Which record a tab of a browser has open. */
export const PresenceReport = Type.Object({
  stream: Type.String({ format: 'uuid', description: 'The id of its stream of events.' }),
  tab: Type.String({ format: 'uuid', description: 'A random id of the tab.' }),
  record: orNull(Type.Object({ subject, subjectId, isReview: Type.Boolean() })),
})

export type PresenceEvent = Static<typeof PresenceEvent>
export type Presence = Static<typeof Presence>
export type PresenceReport = Static<typeof PresenceReport>
export type ChangeEvent = Static<typeof ChangeEvent>
export type ManyEvent = Static<typeof ManyEvent>
export type OpenEvent = Static<typeof OpenEvent>

export const liveCalls = {
  'GET /events': {
    summary: 'Follow changes',
    section: '§2.23',
    description:
      'A stream of server-sent events, which ends with the session. Its first event, `open`, has the id of the stream. `change` says that a record was changed or read, as the audit log does: `{"kind":"decide","subject":"partner","subjectId":"65f0…","version":4,"by":"asha.rao@mandap.example","name":"Asha Rao","position":"0/16B3748"}`. `many` says that more records were changed than are listed, and that anything may be different: `{"position":"0/16B3748"}`. The `id` of an event is that of its audit entry; an event without one, such as one during an import, is not repeated. Events contain no value of a record: read it by the other calls, with the last `position` in the header `X-Position`, so that a replica answers only once it has the change. A comment every 15 s shows that the connection works.',
    querystring: Type.Object({
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'The id of the last event that was received. Later ones are sent first.',
        }),
      ),
      past: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: MAX_PAST_MS,
          description: 'Without `after`: milliseconds of the past whose events are sent first.',
        }),
      ),
    }),
    answers: { 200: { description: 'The stream, of type `text/event-stream`.' } },
    errors: [400, 429],
  },
  'GET /presence': {
    summary: 'List who has records open',
    section: '§2.23',
    description:
      'Returns the other administrators who have a booking or partner open in a console.',
    querystring: Type.Object({ subject, subjectId: Type.Optional(subjectId) }),
    answers: {
      200: {
        description: 'The people, and since when. At most 500.',
        schema: Type.Object({ data: Type.Array(Presence) }),
      },
    },
    errors: [400],
  },
  'PUT /presence': {
    summary: 'Report which record a tab has open',
    section: '§2.23',
    viewers: 'allowed',
    description:
      'The others see it until the stream ends or the tab reports another record. With `record: null` it has none open. An event `presence` names the records that others have opened or closed: `{"records":[{"subject":"partner","subjectId":"65f0…"}]}`, or `{"records":null}` for any.',
    body: PresenceReport,
    answers: { 204: { description: 'The others are notified.' } },
    errors: [400, 413, 415],
  },
} as const satisfies Record<string, Call>
