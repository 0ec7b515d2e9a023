import { expect, test } from 'vitest'
import { matches } from '../rule/matches.ts'
import { aBooking } from '../testing/builders.ts'
import { BOOKING_FIGURES, type BookingFigure } from './figure.ts'
import { FIGURE_TEXTS } from './figure-text.ts'
import { FUNNEL_STAGE_NAMES, funnelOf } from './funnel.ts'
import { BOOKING_GROUP_NAMES } from './group.ts'
import { bookingIndex } from './index-fields.ts'
import { SERVICE_CATEGORIES } from './service.ts'
import { BOOKING_STATUSES } from './status.ts'
import { BOOKING_TILES, type BookingTile } from './tile.ts'
import { totalsOf } from './totals.ts'

const TODAY = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }

/** Bookings of every status, an unknown one and none, that begin before, on and after today, and without a date. */
const BOOKINGS = [...Object.keys(BOOKING_STATUSES), 'onHold', ''].flatMap((status, at) =>
  [
    '2020-01-01T00:00:00+05:30',
    '2026-11-20T23:59:59.999+05:30',
    '2026-11-21T00:00:00+05:30',
    '2026-11-21T23:59:59.999+05:30',
    '2026-11-22T00:00:00+05:30',
    null,
  ].map((dateFrom, n) =>
    bookingIndex(
      aBooking({
        status,
        dateFrom,
        eventId: 'e',
        photographyEvent: n % 2 === 0 ? 'e' : '',
        cateringEvent: at % 3 === 0 ? 'e' : '',
      }),
    ),
  ),
)

const rowsOf = (figure: BookingFigure) =>
  BOOKINGS.filter((one) => matches(BOOKING_FIGURES[figure].bookings(TODAY), one)).length

const byStatus: Record<string, number> = {}
for (const { status } of BOOKINGS) byStatus[status] = (byStatus[status] ?? 0) + 1

test.each(Object.keys(BOOKING_TILES) as BookingTile[])(
  'the list of the tile %s has as many rows as the tile counts (§2.4)',
  (tile) => {
    expect(rowsOf(`tile-${BOOKING_TILES[tile]}`)).toBe(byStatus[BOOKING_TILES[tile]])
  },
)

test('the lists of the funnel have as many rows as the funnel counts (§2.4)', () => {
  const { stages, cancelled, other } = funnelOf(byStatus)
  for (const { stage, now, reached } of stages) {
    expect(rowsOf(`stage-${stage}`)).toBe(now)
    expect(rowsOf(`reached-${stage}`)).toBe(reached)
  }
  expect(stages.map(({ stage }) => stage)).toEqual(FUNNEL_STAGE_NAMES)
  expect(rowsOf('group-cancelled')).toBe(cancelled)
  expect(rowsOf('stage-other')).toBe(other)
  expect(other).toBe(12)
})

test('the lists of the groups and services have as many rows as the totals count (§2.11)', () => {
  const { groups, other, services } = totalsOf(BOOKINGS, TODAY)
  for (const group of BOOKING_GROUP_NAMES) expect(rowsOf(`group-${group}`)).toBe(groups[group])
  expect(rowsOf('group-other')).toBe(other)
  for (const service of SERVICE_CATEGORIES)
    expect(rowsOf(`service-${service}`)).toBe(services[service])
  expect(rowsOf('all')).toBe(BOOKINGS.length)
})

test.each(Object.entries(FIGURE_TEXTS))(
  'the figure %s has a title and a definition of full sentences',
  (_, { title, definition }) => {
    expect(title).not.toBe('')
    expect(definition).toMatch(/^[A-Z].*\.$/)
  },
)

test('no two figures have the same title', () => {
  const titles = Object.values(FIGURE_TEXTS).map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
})

test('each figure has a title and a definition', () => {
  expect(Object.keys(FIGURE_TEXTS).toSorted()).toEqual(Object.keys(BOOKING_FIGURES).toSorted())
})
