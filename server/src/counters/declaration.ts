import { MAX_LEAD_DAYS } from '@mandap/domain/booking/expiry.ts'
import { REVENUE_PHASES } from '@mandap/domain/booking/group.ts'

/**
 * Counters that one trigger keeps up to date. The trigger adds the changes of a statement to the delta table,
 * and the roll-up moves them into the counters. A reader adds both (see `read.ts`). All names are those of
 * the database, and expressions are SQL on a row of a source.
 */
export interface CounterSet {
  /** The tables whose rows are counted. */
  sources: readonly string[]
  trigger: string
  /** Whether an update can change what a row contributes. */
  changesOnUpdate: boolean
  /** Has a column for each name of `key` and `sums`. */
  delta: string
  key: readonly string[]
  sums: readonly string[]
  contributions: readonly Contribution[]
  counters: readonly Counter[]
  rollUp: RollUp
}

/** What a row adds to the delta table, if it satisfies `where`. */
export interface Contribution {
  where?: string
  /** The value of each key column. */
  key: readonly string[]
  /** The amount that is added to each column of `sums`. */
  sums: readonly string[]
}

/** A table with a sum per key. Deltas that do not satisfy `where` do not belong to it. */
export interface Counter {
  table: string
  key: readonly string[]
  sums: readonly string[]
  where?: string
}

/** Sets with the same roll-up are moved by one function, one connection at a time. */
interface RollUp {
  function: string
  lock: string
}

/** The name of the source, as a key. */
export const SOURCE_NAME = 'tg_table_name'

const COUNTS: RollUp = { function: 'roll_up_counts', lock: 'mandap.count' }
const SERVICES = ['catering', 'photography', 'event'] as const

/** Partners and users. */
const records: CounterSet = {
  sources: ['partner', 'app_user'],
  trigger: 'count_records',
  changesOnUpdate: false,
  delta: 'record_count_delta',
  key: ['subject'],
  sums: ['n'],
  contributions: [{ key: [SOURCE_NAME], sums: ['1'] }],
  counters: [{ table: 'record_count', key: ['subject'], sums: ['n'] }],
  rollUp: COUNTS,
}

/** The first characters of a number by which bookings are counted. Few bookings share more characters. */
export const NUMBER_PART = 6

/** The number of low bits of an instant in milliseconds that a span of time leaves out: 18.6 and 37.3 hours. */
export const BOOKED_SPAN_BITS = 26
export const EVENT_SPAN_BITS = 27

/**
 * The number of low bits that a longer span of events leaves out: 49.7 days. A count of a long time then adds up fewer
 * counters.
 */
export const LONG_SPAN_BITS = 32

/** In milliseconds. The days of all time zones begin on a quarter hour, in 1972 and later. */
export const QUARTER_HOUR = 15 * 60_000

/** Null without a lead. Equal to the text in the triggers of the migrations. */
const IS_EXPIRABLE = `lead_days > ${MAX_LEAD_DAYS}`

const IS_COUNTED_EVENT = "phase <> '' and event_span is not null"

/**
 * Bookings by status (§2.4), and those of a phase by service and UTC day or quarter hour of the event (§2.5). The other counters
 * find the place of a jump in a list that is ordered by the time of booking, and count the bookings whose
 * numbers begin with a text (docs/decisions/lists-and-counts.md).
 */
const bookings: CounterSet = {
  sources: ['booking'],
  trigger: 'count_bookings',
  changesOnUpdate: true,
  delta: 'booking_count_delta',
  key: [
    'status',
    'phase',
    'day',
    'quarter_hour',
    ...SERVICES,
    'booked_span',
    'event_span',
    'long_span',
    'expirable',
    'number_id',
  ],
  sums: ['n'],
  contributions: [
    {
      key: [
        'status',
        'phase',
        'utc_day(date_from)',
        'quarter_hour(date_from)',
        ...SERVICES,
        `(booked_at >> ${BOOKED_SPAN_BITS})::integer`,
        `(date_from >> ${EVENT_SPAN_BITS})::integer`,
        `(date_from >> ${LONG_SPAN_BITS})::integer`,
        `coalesce(${IS_EXPIRABLE}, false)`,
        `left(number_id, ${NUMBER_PART})`,
      ],
      sums: ['1'],
    },
  ],
  counters: [
    { table: 'booking_status_count', key: ['status'], sums: ['n'] },
    {
      table: 'booking_day_count',
      key: ['phase', 'day', ...SERVICES],
      sums: ['n'],
      where: "phase <> '' and day is not null",
    },
    {
      table: 'booking_quarter_hour_count',
      key: ['phase', 'quarter_hour', ...SERVICES],
      sums: ['n'],
      where: "phase <> '' and quarter_hour is not null",
    },
    {
      table: 'booking_span_count',
      key: ['status', 'phase', ...SERVICES, 'booked_span'],
      sums: ['n'],
    },
    {
      table: 'booking_event_span_count',
      key: ['phase', 'event_span', 'booked_span'],
      sums: ['n'],
      where: IS_COUNTED_EVENT,
    },
    {
      table: 'booking_long_span_count',
      key: ['phase', 'long_span', 'booked_span'],
      sums: ['n'],
      where: IS_COUNTED_EVENT,
    },
    {
      table: 'booking_expirable_span_count',
      key: ['event_span', 'booked_span'],
      sums: ['n'],
      where: 'expirable',
    },
    {
      table: 'booking_expirable_long_span_count',
      key: ['long_span', 'booked_span'],
      sums: ['n'],
      where: 'expirable',
    },
    {
      table: 'booking_number_count',
      key: ['phase', 'number_id', 'event_span'],
      sums: ['n'],
      where: IS_COUNTED_EVENT,
    },
    {
      table: 'booking_expirable_number_count',
      key: ['number_id', 'event_span'],
      sums: ['n'],
      where: 'expirable',
    },
  ],
  rollUp: COUNTS,
}

/** Bookings that expire when their event begins, by the UTC day of the event (§4.4). */
const expirable: CounterSet = {
  sources: ['booking'],
  trigger: 'count_expirable_bookings',
  changesOnUpdate: true,
  delta: 'booking_expirable_delta',
  key: ['day'],
  sums: ['n'],
  contributions: [{ where: IS_EXPIRABLE, key: ['utc_day(date_from)'], sums: ['1'] }],
  counters: [{ table: 'booking_expirable_count', key: ['day'], sums: ['n'] }],
  rollUp: { function: 'roll_up_expirable_counts', lock: 'mandap.count.expirable' },
}

/**
 * Bookings by the slice of time in which they were booked, revenue by the slice in which the event begins,
 * and bookings by service (docs/decisions/totals.md).
 */
const totals: CounterSet = {
  sources: ['booking'],
  trigger: 'count_booking_totals',
  changesOnUpdate: true,
  delta: 'booking_total_delta',
  key: ['slice', ...SERVICES],
  sums: ['n', 'paise'],
  contributions: [
    { key: ['month_slice(created_at)', ...SERVICES], sums: ['1', '0'] },
    {
      where: `phase in (${REVENUE_PHASES.map((phase) => `'${phase}'`).join(', ')})`,
      key: ['month_slice(date_from)', 'false', 'false', 'false'],
      sums: ['0', 'paise(budget)'],
    },
  ],
  counters: [
    { table: 'booking_service_count', key: SERVICES, sums: ['n'], where: 'n <> 0' },
    { table: 'booking_month_count', key: ['slice'], sums: ['n', 'paise'] },
  ],
  rollUp: { function: 'roll_up_booking_totals', lock: 'mandap.count.totals' },
}

/**
 * Partners by what the rules of the lists without a search test, so that a rule applies to the counters as
 * it does to partners (§2.8, §2.12 to §2.15).
 */
const partners: CounterSet = {
  sources: ['partner'],
  trigger: 'count_partners',
  changesOnUpdate: true,
  delta: 'partner_count_delta',
  key: ['status', 'company_email', 'no_gst', 'missing_items'],
  sums: ['n'],
  contributions: [
    {
      key: [
        'status',
        'coarse_company_email(company_email)',
        'no_gst',
        'coarse_items(missing_items)',
      ],
      sums: ['1'],
    },
  ],
  counters: [
    {
      table: 'partner_count',
      key: ['status', 'company_email', 'no_gst', 'missing_items'],
      sums: ['n'],
    },
  ],
  rollUp: { function: 'roll_up_partner_counts', lock: 'mandap.count.partner' },
}

/** The first characters of a name by which users are counted, in the order of names. */
export const NAME_PART = 3

/** Users by the start of their name: they find the place of a jump (docs/decisions/lists-and-counts.md). */
const users: CounterSet = {
  sources: ['app_user'],
  trigger: 'count_user_names',
  changesOnUpdate: true,
  delta: 'user_name_delta',
  key: ['name_part'],
  sums: ['n'],
  contributions: [{ key: [`left(name, ${NAME_PART})`], sums: ['1'] }],
  counters: [{ table: 'user_name_count', key: ['name_part'], sums: ['n'] }],
  rollUp: { function: 'roll_up_user_names', lock: 'mandap.count.userNames' },
}

/** The number of low bits that a longer span of UTC days leaves out: 32 days. */
export const DAY_SPAN_BITS = 5

/** Users with bookings of a group, by the start of their name and the UTC day on which they enter or leave the group. */
const userGroups: CounterSet = {
  sources: ['user_group'],
  trigger: 'count_user_group_names',
  changesOnUpdate: true,
  delta: 'user_group_name_delta',
  key: ['booking_group', 'day', 'day_span', 'name_part'],
  sums: ['n'],
  contributions: [
    {
      key: [
        'booking_group',
        'utc_day(at)',
        `utc_day(at) >> ${DAY_SPAN_BITS}`,
        `left(name, ${NAME_PART})`,
      ],
      sums: ['1'],
    },
  ],
  counters: [
    {
      table: 'user_group_name_count',
      key: ['booking_group', 'day', 'name_part'],
      sums: ['n'],
    },
    {
      table: 'user_group_span_name_count',
      key: ['booking_group', 'day_span', 'name_part'],
      sums: ['n'],
    },
  ],
  rollUp: { function: 'roll_up_user_group_names', lock: 'mandap.count.userGroupNames' },
}

export const COUNTERS = { records, bookings, expirable, totals, partners, users, userGroups }

/** Returns the sets that count the rows of a table. */
export function countersOf(table: string): CounterSet[] {
  return Object.values(COUNTERS).filter(({ sources }) => sources.includes(table))
}
