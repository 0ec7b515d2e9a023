import * as fc from 'fast-check'
import { afterAll, describe, expect, test, vi } from 'vitest'
import {
  addDays,
  DAY,
  daySpan,
  daysFrom,
  isLocalDate,
  isTimeZone,
  localDate,
  monthSpan,
  nearestChosenDay,
  type Span,
  startOfDay,
  today,
  type Today,
  utcDate,
  weekSpan,
} from './days.ts'

const iso = (instant: number) => new Date(instant).toISOString()
const isoSpan = ({ start, end }: Span) => [iso(start), iso(end)]

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC', 'Asia/Calcutta')
const date = fc
  .integer({ min: Date.UTC(1990, 0, 1) / DAY, max: Date.UTC(2040, 11, 31) / DAY })
  .map((days) => utcDate(days * DAY))

// days that a time zone skipped when it crossed the date line
const SKIPPED = [
  'Pacific/Kwajalein 1993-08-21',
  'Pacific/Enderbury 1994-12-31',
  'Pacific/Kanton 1994-12-31',
  'Pacific/Kiritimati 1994-12-31',
  'Pacific/Apia 2011-12-30',
  'Pacific/Fakaofo 2011-12-30',
]

describe('the first instant of a day', () => {
  test.each([
    ['2026-11-21', 'Asia/Kolkata', '2026-11-20T18:30:00.000Z'],
    ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
    // clocks change during the day, not at its start
    ['2026-03-29', 'Europe/London', '2026-03-29T00:00:00.000Z'],
    ['2026-03-30', 'Europe/London', '2026-03-29T23:00:00.000Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
    // midnight does not exist, so the day begins at one o'clock
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'],
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    // midnight exists twice, and the day begins at the first
    ['2012-11-04', 'America/Havana', '2012-11-04T04:00:00.000Z'],
    // the last hour of the day before is repeated
    ['2026-04-05', 'America/Santiago', '2026-04-05T04:00:00.000Z'],
    // the 30th was skipped, so it begins and ends at the start of the 31st
    ['2011-12-29', 'Pacific/Apia', '2011-12-29T10:00:00.000Z'],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('%s in %s is %s', (day, timeZone, first) => {
    expect(iso(startOfDay(day, timeZone))).toBe(first)
  })

  test('is on that day in every time zone, and the instant before it is not', () => {
    fc.assert(
      fc.property(zone, date, (timeZone, day) => {
        fc.pre(!SKIPPED.includes(`${timeZone} ${day}`))
        const first = startOfDay(day, timeZone)
        expect(localDate(first, timeZone)).toBe(day)
        expect(localDate(first - 1, timeZone)).not.toBe(day)
      }),
      { numRuns: 500 },
    )
  })
})

describe('spans', () => {
  test('contain exactly the instants of their days', () => {
    const instant = fc.integer({ min: Date.UTC(1990, 0, 2), max: Date.UTC(2040, 11, 30) })
    // these time zones set their clocks back just after midnight, so part of the last hour
    // was repeated after the next day had begun
    const excluded = [
      'America/St_Johns',
      'America/Goose_Bay',
      'America/Moncton',
      'Antarctica/Casey',
    ]
    fc.assert(
      fc.property(zone, instant, (timeZone, at) => {
        fc.pre(!excluded.includes(timeZone))
        const { start, end } = daysFrom(localDate(at, timeZone), 1, timeZone)
        expect(start <= at && at < end).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('follow one another without gap or overlap', () => {
    const shiftedDay = (now: Today, shift: number) =>
      daySpan({ ...now, date: addDays(now.date, shift) })
    const shifts = fc.integer({ min: -20, max: 20 })
    fc.assert(
      fc.property(zone, date, shifts, (timeZone, day, shift) => {
        const now = { date: day, timeZone }
        for (const span of [shiftedDay, weekSpan, monthSpan]) {
          expect(span(now, shift).end).toBe(span(now, shift + 1).start)
          expect(span(now, shift).start).toBeLessThan(span(now, shift + 1).end)
        }
      }),
    )
  })

  test('of the current day, week and month contain today', () => {
    fc.assert(
      fc.property(zone, date, (timeZone, day) => {
        const first = startOfDay(day, timeZone)
        for (const span of [daySpan, weekSpan, monthSpan]) {
          const { start, end } = span({ date: day, timeZone })
          expect(start <= first && first <= end).toBe(true)
        }
      }),
    )
  })

  test('of a day with a clock change have 23 or 25 hours', () => {
    const hours = (day: string, timeZone: string) => {
      const { start, end } = daySpan({ date: day, timeZone })
      return (end - start) / 3_600_000
    }
    expect(hours('2026-03-29', 'Europe/London')).toBe(23)
    expect(hours('2026-10-25', 'Europe/London')).toBe(25)
    expect(hours('2026-11-21', 'Asia/Kolkata')).toBe(24)
  })
})

describe('weeks start on Sunday', () => {
  test.each([
    // a Sunday, a Saturday, and the next Sunday
    ['2026-11-15', 0, ['2026-11-14T18:30:00.000Z', '2026-11-21T18:30:00.000Z']],
    ['2026-11-21', 0, ['2026-11-14T18:30:00.000Z', '2026-11-21T18:30:00.000Z']],
    ['2026-11-22', 0, ['2026-11-21T18:30:00.000Z', '2026-11-28T18:30:00.000Z']],
    ['2026-11-21', 1, ['2026-11-21T18:30:00.000Z', '2026-11-28T18:30:00.000Z']],
    // across the end of a year
    ['2026-12-31', 0, ['2026-12-26T18:30:00.000Z', '2027-01-02T18:30:00.000Z']],
  ])('the week of %s, shifted by %i', (day, shift, span) => {
    expect(isoSpan(weekSpan({ date: day, timeZone: 'Asia/Kolkata' }, shift))).toEqual(span)
  })
})

describe('months', () => {
  test.each([
    ['2026-11-30', 0, ['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z']],
    ['2026-12-31', 1, ['2027-01-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z']],
    ['2027-01-31', 1, ['2027-02-01T00:00:00.000Z', '2027-03-01T00:00:00.000Z']],
    ['2028-01-31', 1, ['2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z']],
    ['2026-03-31', -1, ['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z']],
  ])('the month of %s, shifted by %i', (day, shift, span) => {
    expect(isoSpan(monthSpan({ date: day, timeZone: 'UTC' }, shift))).toEqual(span)
  })
})

test('today is the local day of the time zone', () => {
  const now = Date.parse('2026-11-20T18:30:00Z')
  expect(today(now, 'Asia/Kolkata').date).toBe('2026-11-21')
  expect(today(now - 1, 'Asia/Kolkata').date).toBe('2026-11-20')
  expect(today(now, 'America/New_York').date).toBe('2026-11-20')
})

test('adds days across the ends of months and years', () => {
  expect(addDays('2026-11-30', 1)).toBe('2026-12-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
})

test('rejects a day that does not exist', () => {
  expect(['2026-11-21', '2028-02-29', '1000-01-01'].map(isLocalDate)).toEqual([true, true, true])
  const none = [
    '2027-02-29',
    '2026-13-01',
    '2026-11-31',
    '0202-01-01',
    '9999-12-31',
    '21/11/2026',
    '',
  ]
  expect(none.filter(isLocalDate)).toEqual([])
})

test('the nearest day that can be chosen is one, for every day of an event', () => {
  const days = ['0001-01-01', '0026-12-05', '0999-12-31', '9000-01-01', '9999-12-31']
  expect(days.map(nearestChosenDay)).toEqual([
    ...Array.from({ length: 3 }, () => '1000-01-01'),
    ...Array.from({ length: 2 }, () => '8999-12-31'),
  ])
  expect(days.map(nearestChosenDay).every(isLocalDate)).toBe(true)
  expect(nearestChosenDay('2026-11-21')).toBe('2026-11-21')
})

test('rejects a time zone that does not exist', () => {
  expect(['Asia/Kolkata', 'Asia/Calcutta', 'UTC'].every(isTimeZone)).toBe(true)
  expect(['', 'Mars/Olympus', "'; drop table", 'Asia/\u212Aolkata'].some(isTimeZone)).toBe(false)
})

describe('the cache of formatters', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  afterAll(() => made.mockRestore())

  /** Returns how many formatters `work` creates. */
  function count(work: () => void): number {
    made.mockClear()
    work()
    return made.mock.calls.length
  }

  test('has one formatter per time zone, whatever the case of its name', () => {
    const names = Array.from({ length: 1000 }, (_, spelling) =>
      'pacific/kwajalein'.replaceAll(/[a-z]/g, (letter, at: number) =>
        (spelling >> (at % 10)) & 1 ? letter.toUpperCase() : letter,
      ),
    )
    expect(new Set(names).size).toBeGreaterThan(500)
    expect(count(() => expect(names.every(isTimeZone)).toBe(true))).toBeLessThanOrEqual(1)
  })

  test('keeps the formatters of the time zones used last, up to its size', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    expect(zones.length).toBeGreaterThan(400)
    const formatAll = () => void zones.map((timeZone) => localDate(0, timeZone))
    formatAll()
    expect(count(() => zones.slice(-50).map((timeZone) => localDate(0, timeZone)))).toBe(0)
    expect(count(formatAll)).toBe(zones.length)
  })
})
