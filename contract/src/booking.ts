import { BOOKING_SORTS, EVENT_DATE_RANGES } from '@mandap/domain/booking/filter.ts'
import { BOOKING_GROUPS } from '@mandap/domain/booking/group.ts'
import { BOOKING_LISTS } from '@mandap/domain/booking/listing.ts'
import { SERVICE_CATEGORIES } from '@mandap/domain/booking/service.ts'
import { MAX_PATCH_BYTES } from '@mandap/domain/booking/swap.ts'
import { BOOKING_TABS } from '@mandap/domain/booking/tab.ts'
import { type Static, Type } from 'typebox'
import type { Call } from './call.ts'
import { ProblemBody } from './problem.ts'
import { field, IdParams, IfMatch, page, PageQuery, record, Skip, VersionTag } from './record.ts'

/** A booking (§3), as a host sends it; `bookingFrom()` reads it. */
export const BookingRecord = record({
  _id: field('Id.', '65f0c0ffee00000000000001'),
  numberId: field('Booking number, shown as Booking ID.', 'MB12001'),
  userId: field(
    'The customer; also as `user_id`, `customerId` or `customer_id`.',
    '65f0c0ffee00000000000002',
  ),
  eventId: field('Id of the event.', 'event-1'),
  eventType: field('Kind of event.', 'Wedding'),
  location: field('Place of the event.', 'Jaipur'),
  transactionId: field('Payment reference.', 'TXN20261101'),
  status: field('Status (§4.3).', 'pending'),
  dateFrom: field('Start of the event, ISO date-time.', '2026-12-05T04:30:00.000Z'),
  dateTo: field('End of the event, ISO date-time.', '2026-12-06T16:30:00.000Z'),
  eventDate: field('ISO date-time.', '2026-12-05T04:30:00.000Z'),
  createdAt: field('When it was booked, ISO date-time.', '2026-11-01T09:00:00.000Z'),
  budget: field('Indian rupees.', 250_000),
  partnerId: field('Id of the partner or temp partner.', '65f0c0ffee00000000000003'),
  partnerName: field('Name of the partner.', 'Aarav Mehta'),
  partnerMobile: field('Phone of the partner.', '9820012345'),
  services: field('Labels of additional services.', ['Mehendi']),
  photographyEvent: field('Equal to `eventId` for Photography.', 'event-1'),
  cateringEvent: field('Equal to `eventId` for Catering.', ''),
})

const keysOf = <T extends object>(labels: T) => Object.keys(labels) as (keyof T & string)[]

/** What of the bookings to send: none of it, and it is the plain list of §7, whole. */
export const BookingQuery = Type.Object({
  numberId: Type.Optional(
    Type.String({ maxLength: 200, description: 'The bookings with exactly this number (§7).' }),
  ),
  numberPrefix: Type.Optional(
    Type.String({ maxLength: 200, description: 'A page: numbers that start so (§5.4).' }),
  ),
  tab: Type.Optional(
    Type.Enum(keysOf(BOOKING_TABS), {
      description: 'A page of a tab of Booking Details (§2.5); needs `today` and `timeZone`.',
    }),
  ),
  list: Type.Optional(
    Type.Enum([...BOOKING_LISTS], {
      description: [
        'A page of another list: `ended` (§4.3, confirmed events that have ended) needs `today` and',
        '`timeZone`, and takes the filters of a tab; `found` (§2.4) needs `search`; `expired` (§2.7)',
        'needs `now`, `ofPartner` (§2.12) `partnerId`, `ofUser` (§2.11) `userId`, and with a `group`',
        '`today` and `timeZone`.',
      ].join(' '),
    }),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'The bookings in which the text stands, in capitals or not (§5.5).',
      examples: ['mehta'],
    }),
  ),
  now: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The instant that expiry is judged by (§4.4), ISO date-time.',
      examples: ['2026-11-21T06:30:00.000Z'],
    }),
  ),
  partnerId: Type.Optional(Type.String({ maxLength: 200 })),
  userId: Type.Optional(Type.String({ maxLength: 200 })),
  group: Type.Optional(
    Type.Enum(keysOf(BOOKING_GROUPS), { description: 'Of a user’s bookings, one group (§4.3).' }),
  ),
  today: Type.Optional(
    Type.String({ description: 'The operator’s day.', examples: ['2026-11-21'] }),
  ),
  timeZone: Type.Optional(
    Type.String({ maxLength: 100, description: 'Its IANA time zone.', examples: ['Asia/Kolkata'] }),
  ),
  sort: Type.Optional(
    Type.Enum(keysOf(BOOKING_SORTS), { description: 'By booking time; default newest.' }),
  ),
  eventDate: Type.Optional(
    Type.Enum(keysOf(EVENT_DATE_RANGES), { description: 'When the event begins.' }),
  ),
  bookedDate: Type.Optional(
    Type.String({ description: 'The day it was booked.', examples: ['2026-11-01'] }),
  ),
  service: Type.Optional(Type.Enum([...SERVICE_CATEGORIES])),
  partnerName: Type.Optional(Type.String({ maxLength: 500 })),
  ...PageQuery,
  skip: Skip,
})

/** A page of a list of bookings. */
const BookingPage = Type.Object({
  ...page(BookingRecord).properties,
  totalIsExact: Type.Optional(
    Type.Boolean({
      description:
        'False where `list=found` has more bookings than `total`, which stops at 10,000.',
    }),
  ),
})

/** One change of a record: who made it, when, and the fields that it changed. */
export const RecordChange = Type.Object({
  version: Type.Integer({ minimum: 1, description: 'The version that it made.' }),
  at: Type.String({ description: 'ISO date-time.' }),
  by: Type.String({ description: 'E-mail address of the administrator.' }),
  fields: Type.Array(
    Type.Object({
      field: Type.String(),
      before: Type.Optional(Type.Unknown({ description: 'Absent where the field was.' })),
      after: Type.Optional(Type.Unknown({ description: 'Absent where the field is.' })),
    }),
  ),
})

/** The answer to a change of a record that was changed meanwhile. */
export const Stale = Type.Object({
  ...ProblemBody.properties,
  current: BookingRecord,
  changes: Type.Array(RecordChange, {
    description: 'The changes since the version that was sent, oldest first.',
  }),
})

export type BookingQuery = Static<typeof BookingQuery>
export type RecordChange = Static<typeof RecordChange>
export type Stale = Static<typeof Stale>

export const bookingCalls = {
  'GET /bookings': {
    summary: 'List bookings',
    section: '§7',
    description: [
      'Without a query: every booking, as a bare list.',
      'With `numberId`: the bookings of exactly that number, as a bare list.',
      'With `tab`, `list`, `numberPrefix` or `limit`: a page. Tabs and lists are ordered by booking',
      'time, number prefixes alone by number.',
    ].join(' '),
    querystring: BookingQuery,
    answers: {
      200: {
        description: 'The bookings.',
        schema: Type.Union([Type.Array(BookingRecord), BookingPage]),
      },
    },
    problems: [400, 429],
  },
  'GET /bookings/{id}': {
    summary: 'Read a booking',
    section: '§7',
    params: IdParams,
    answers: { 200: { description: 'The booking.', schema: BookingRecord, headers: VersionTag } },
    problems: [400, 404],
  },
  'PATCH /bookings/{id}': {
    summary: 'Change a booking',
    idempotent: true,
    section: '§7',
    description: [
      'Takes the booking whole, or only the fields to change. What is as it is stored is kept, whatever it holds;',
      'a patch that changes nothing makes no new version. Of what differs, a field that is not one of §3, and the id,',
      'answer 400; a status must be one of §4.3, `budget` a number that is not negative, the event must not end',
      'before it begins, and the customer and the partner must exist. A text may have 10,000 characters, and a change',
      'may not make the booking larger than 256 kB. The body may have 1 MB: a larger booking, as one can be imported,',
      'is changed by the fields alone.',
    ].join(' '),
    params: IdParams,
    headers: IfMatch,
    body: BookingRecord,
    maxBody: MAX_PATCH_BYTES,
    answers: {
      200: { description: 'The booking as it now is.', schema: BookingRecord, headers: VersionTag },
    },
    problems: [400, 404, 409, 413, 415],
  },
} as const satisfies Record<string, Call>
