import { AUDIT_KINDS, AUDIT_SUBJECTS } from '@mandap/domain/audit/kind.ts'
import { BOOKING_SORTS, EVENT_DATE_RANGES } from '@mandap/domain/booking/filter.ts'
import { BOOKING_FIGURES } from '@mandap/domain/booking/figure.ts'
import { BOOKING_GROUPS } from '@mandap/domain/booking/group.ts'
import { SERVICE_CATEGORIES } from '@mandap/domain/booking/service.ts'
import { BOOKING_TABS } from '@mandap/domain/booking/tab.ts'
import { PARTNER_LISTS } from '@mandap/domain/partner/list.ts'
import { APPROVAL_STATUSES } from '@mandap/domain/partner/tab.ts'
import * as fc from 'fast-check'
import { hostileCursor } from './hostile.ts'
import { IDS } from './population.ts'

/** The parameters of a list, by name; undefined if one is missing. */
export type ListQuery = Record<string, string | number | undefined>

const keys = (labels: object) => fc.constantFrom(...Object.keys(labels))

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const search = maybe(
  fc.constantFrom('kavya', 'नेहा', 'mehta aarav', 'a', '9876501234', '100%', 'zoya  KHAN', ' '),
)

const day = {
  today: fc.constantFrom('2026-11-21', '2026-12-31', '1000-01-01', '8999-12-31'),
  timeZone: fc.constantFrom('Asia/Kolkata', 'UTC', 'Pacific/Apia', 'America/St_Johns', '+05:30'),
}

const paging = {
  limit: maybe(fc.constantFrom(1, 8, 50, 200)),
  after: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, hostileCursor),
}

const skip = maybe(fc.constantFrom(0, 1, 30, 1_000_000_000))

const bookingQuery = fc.oneof(
  fc.constant({}),
  fc.record({ numberId: fc.constantFrom('MB12001', 'mb-12001', 'none', '') }),
  fc.record({ numberPrefix: fc.constantFrom('MB12', 'mb', '%', ''), ...paging }),
  fc.record({
    tab: keys(BOOKING_TABS),
    ...day,
    sort: maybe(keys(BOOKING_SORTS)),
    eventDate: maybe(keys(EVENT_DATE_RANGES)),
    bookedDate: maybe(fc.constantFrom('2026-10-20', '1000-01-01')),
    service: maybe(fc.constantFrom(...SERVICE_CATEGORIES)),
    partnerName: maybe(fc.constantFrom('Kavya Nair', 'आरव मेहता')),
    ...paging,
    skip,
  }),
  fc.record({
    list: fc.constant('counted'),
    figure: keys(BOOKING_FIGURES),
    ...day,
    service: maybe(fc.constantFrom(...SERVICE_CATEGORIES)),
    ...paging,
    skip,
  }),
  fc.record({
    list: fc.constant('expired'),
    now: fc.constantFrom('2026-11-21T06:30:00Z', '0001-01-02', '9999-12-30'),
    ...paging,
    skip,
  }),
  fc.record({
    list: fc.constant('ofPartner'),
    partnerId: fc.constantFrom(...IDS.partner, 'none'),
    ...paging,
  }),
  fc.record({
    list: fc.constant('onDays'),
    partnerIds: fc.constantFrom(JSON.stringify(IDS.partner), '["none"]', '[]'),
    firstDay: fc.constantFrom('2026-11-21', '1000-01-01'),
    lastDay: maybe(fc.constantFrom('2026-12-31', '8999-12-31')),
    timeZone: day.timeZone,
    ...paging,
  }),
  fc.record({
    list: fc.constant('ofUser'),
    userId: fc.constantFrom(...IDS.user, 'none'),
    group: maybe(keys(BOOKING_GROUPS)),
    ...day,
    ...paging,
  }),
)

const partnerQuery = fc.oneof(
  fc.constant({}),
  fc.record({
    list: fc.constantFrom(...PARTNER_LISTS, 'deleted'),
    status: maybe(fc.constantFrom(...APPROVAL_STATUSES)),
    search,
    ...paging,
    skip,
  }),
)

const userQuery = fc.record({
  search,
  has: maybe(keys(BOOKING_GROUPS)),
  ...day,
  ...paging,
  skip,
})

const auditQuery = fc.record({
  subject: maybe(keys(AUDIT_SUBJECTS)),
  subjectId: maybe(fc.constantFrom(...IDS.booking, ...IDS.partner)),
  person: maybe(fc.constantFrom('asha.rao@mandap.example', 'import')),
  kind: maybe(keys(AUDIT_KINDS)),
  from: maybe(fc.constantFrom('2026-11-20T18:30:00Z', '0001-01-02', '9999-12-30')),
  to: maybe(fc.constantFrom('2026-11-21T18:30:00Z', '9999-12-30')),
  search,
  ...paging,
  skip,
})

/** Queries of every list. Most are valid, so that they reach the database. */
export const LIST_QUERIES = {
  bookings: bookingQuery,
  partners: partnerQuery,
  users: userQuery,
  activity: auditQuery,
} satisfies Record<string, fc.Arbitrary<ListQuery>>

/** The query of an export: that of a list, without the page. */
export const exportRequest = fc.constantFrom(...Object.keys(LIST_QUERIES)).chain((of) =>
  fc.record({
    of: fc.constant(of),
    query: LIST_QUERIES[of as keyof typeof LIST_QUERIES].map((query: ListQuery) => {
      const { limit: _limit, after: _after, skip: _skip, ...filters } = query
      return filters
    }),
    format: fc.constantFrom('csv', 'xlsx'),
    timeZone: day.timeZone,
  }),
)
