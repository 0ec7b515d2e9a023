import { BOOKING_SORTS, EVENT_DATE_RANGES } from '@mandap/domain/booking/filter.ts'
import { BOOKING_FIGURES } from '@mandap/domain/booking/figure.ts'
import { BOOKING_GROUP_NAMES } from '@mandap/domain/booking/group.ts'
import { BOOKING_LISTS } from '@mandap/domain/booking/listing.ts'
import { SERVICE_CATEGORIES } from '@mandap/domain/booking/service.ts'
import { MAX_PATCH_BYTES } from '@mandap/domain/booking/swap.ts'
import { BOOKING_TABS } from '@mandap/domain/booking/tab.ts'
import { countText } from '@mandap/domain/text/counted.ts'
import { MAX_RECORD_BYTES, MAX_TEXT_LENGTH } from '@mandap/domain/wire/size.ts'
import { type Static, Type } from 'typebox'
import type { Call } from './call.ts'
import { ErrorBody } from './error-body.ts'
import {
  field,
  IdParams,
  IfMatch,
  keysOf,
  moment,
  page,
  PageProperties,
  record,
  Skip,
  VersionTag,
} from './record.ts'
import { TodayProperties } from './today.ts'

/** A booking (§3) as a host sends it. `bookingFrom()` reads it. */
export const BookingRecord = record({
  _id: field('Id.', '65f0c0ffee00000000000001'),
  numberId: field('Booking number, shown as Booking ID.', 'MB12001'),
  userId: field(
    'Id of the customer; also as `user_id`, `customerId` or `customer_id`.',
    '65f0c0ffee00000000000002',
  ),
  eventId: field('Id of the event.', 'event-1'),
  eventType: field('Kind of event.', 'Wedding'),
  location: field('Place of the event.', 'Jaipur'),
  transactionId: field('Payment reference.', 'TXN20261101'),
  status: field('Status (§4.3).', 'pending'),
  dateFrom: field('Start of the event, ISO date-time.', '2026-12-05T04:30:00.000Z'),
  dateTo: field('End of the event, ISO date-time.', '2026-12-06T16:30:00.000Z'),
  eventDate: field(
    'Date of the event where `dateFrom` is missing, ISO date-time.',
    '2026-12-05T04:30:00.000Z',
  ),
  createdAt: field('When the booking was made, ISO date-time.', '2026-11-01T09:00:00.000Z'),
  budget: field('Indian rupees.', 250_000),
  partnerId: field('Id of the partner or temp partner.', '65f0c0ffee00000000000003'),
  partnerName: field('Name of the partner.', 'Aarav Mehta'),
  partnerMobile: field('Phone of the partner.', '9820012345'),
  services: field('Labels of additional services.', ['Mehendi']),
  photographyEvent: field('Equal to `eventId` for Photography.', 'event-1'),
  cateringEvent: field('Equal to `eventId` for Catering.', ''),
})

/** The query of a list of bookings. Without a query, the call returns all bookings (§7). */
export const BookingQuery = Type.Object({
  numberId: Type.Optional(
    Type.String({ maxLength: 200, description: 'Bookings with exactly this number (§7).' }),
  ),
  numberPrefix: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Bookings whose number starts with this text (§5.4).',
    }),
  ),
  tab: Type.Optional(
    Type.Enum(keysOf(BOOKING_TABS), {
      description: 'A tab of Booking Details (§2.5). Needs `today` and `timeZone`.',
    }),
  ),
  list: Type.Optional(
    Type.Enum([...BOOKING_LISTS], {
      description: [
        'Another list. `ended` (§2.5) needs `today` and `timeZone` and takes the filters of a tab.',
        '`counted` (§2.4, §2.11) has the bookings of a count on the dashboard or User Count: it needs `figure`,',
        '`today` and `timeZone`, and takes the same filters.',
        '`found` (§2.4) needs `search`. `expired` (§2.7) needs `now`. `ofPartner` (§2.12) needs',
        '`partnerId`. `onDays` (§2.6) has the open bookings of some partners on some days and needs',
        '`partnerIds`, `firstDay` and `timeZone`.',
        '`ofUser` (§2.11) needs `userId`, and with `group` also `today` and `timeZone`.',
      ].join(' '),
    }),
  ),
  figure: Type.Optional(
    Type.Enum(keysOf(BOOKING_FIGURES), { description: 'A count of bookings (§2.4, §2.11).' }),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'Bookings that contain the text, in upper or lower case (§5.5).',
      examples: ['mehta'],
    }),
  ),
  now: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The current time for the expiry rule (§4.4), ISO date-time.',
      examples: ['2026-11-21T06:30:00.000Z'],
    }),
  ),
  partnerId: Type.Optional(Type.String({ maxLength: 200 })),
  partnerIds: Type.Optional(
    Type.String({
      maxLength: 8000,
      description: 'The ids of partners, as a JSON array of texts.',
      examples: ['["65f0c0ffee00000000000003"]'],
    }),
  ),
  firstDay: Type.Optional(
    Type.String({ description: 'The first of the days.', examples: ['2026-12-05'] }),
  ),
  lastDay: Type.Optional(
    Type.String({
      description: 'The last of the days. Without it, every day from the first on.',
      examples: ['2026-12-06'],
    }),
  ),
  userId: Type.Optional(Type.String({ maxLength: 200 })),
  group: Type.Optional(
    Type.Enum(BOOKING_GROUP_NAMES, { description: 'A group of the user’s bookings (§4.3).' }),
  ),
  today: Type.Optional(TodayProperties.today),
  timeZone: Type.Optional(TodayProperties.timeZone),
  sort: Type.Optional(
    Type.Enum(keysOf(BOOKING_SORTS), {
      description:
        'Order of a tab, `list=ended` or `list=counted` by booking time; default newest first.',
    }),
  ),
  eventDate: Type.Optional(
    Type.Enum(keysOf(EVENT_DATE_RANGES), {
      description: 'The range of dates in which the event begins.',
    }),
  ),
  bookedDate: Type.Optional(
    Type.String({
      description: 'The day on which the booking was made.',
      examples: ['2026-11-01'],
    }),
  ),
  service: Type.Optional(Type.Enum([...SERVICE_CATEGORIES])),
  partnerName: Type.Optional(Type.String({ maxLength: 500 })),
  ...PageProperties,
  skip: Skip,
})

/** A page of a list of bookings. */
const BookingPage = Type.Object({
  ...page(BookingRecord).properties,
  totalIsExact: Type.Optional(
    Type.Boolean({
      description:
        'False if `list=found` has more bookings than `total`. In a long list, bookings with a common text are counted to 1,000.',
    }),
  ),
})

/** A change of a record: who made it, when, and the changed fields. */
export const RecordChange = Type.Object({
  version: Type.Integer({ minimum: 1, description: 'The version that the change made.' }),
  at: moment(),
  by: Type.String({ description: 'E-mail address of the administrator.' }),
  fields: Type.Array(
    Type.Object({
      field: Type.String(),
      before: Type.Optional(
        Type.Unknown({ description: 'Absent if the field was missing before.' }),
      ),
      after: Type.Optional(
        Type.Unknown({ description: 'Absent if the change removed the field.' }),
      ),
    }),
  ),
})

/** The body of a 409: the booking has changed since the version that was sent. */
export const Stale = Type.Object({
  ...ErrorBody.properties,
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
      'Without a query, returns all bookings as an array.',
      'With `numberId`, returns the bookings with exactly that number as an array.',
      'With any other parameter, returns a page. Filters and the parameters of a list need its `tab` or',
      '`list`. Tabs and lists are ordered by booking time. `numberPrefix` on its own is ordered by number.',
    ].join(' '),
    querystring: BookingQuery,
    answers: {
      200: {
        description: 'The bookings.',
        schema: Type.Union([Type.Array(BookingRecord), BookingPage]),
      },
    },
    errors: [400, 429],
  },
  'GET /bookings/{id}': {
    summary: 'Read a booking',
    section: '§7',
    params: IdParams,
    answers: { 200: { description: 'The booking.', schema: BookingRecord, headers: VersionTag } },
    errors: [400, 404],
  },
  'PATCH /bookings/{id}': {
    summary: 'Change a booking',
    idempotent: true,
    section: '§7',
    description: [
      'Takes the whole booking, or only the fields to change. Unchanged fields are not checked, and a patch without',
      'changes makes no new version. The server answers 400 if a changed field is not one of §3 or is the id, if the',
      'status is not one of §4.3, if `budget` is negative or not a number, if the event ends before it begins, if the',
      `customer or the partner does not exist, if a text is longer than ${countText(MAX_TEXT_LENGTH)} characters, or if the change`,
      `makes the booking larger than ${MAX_RECORD_BYTES / 1024} kB. The limit of the body is ${MAX_PATCH_BYTES / 1024 ** 2} MB. For an imported booking that is larger, send only the`,
      'fields to change.',
    ].join(' '),
    params: IdParams,
    headers: IfMatch,
    body: BookingRecord,
    maxBody: MAX_PATCH_BYTES,
    answers: {
      200: { description: 'The changed booking.', schema: BookingRecord, headers: VersionTag },
    },
    errors: [400, 404, 409, 413, 415],
  },
} as const satisfies Record<string, Call>
