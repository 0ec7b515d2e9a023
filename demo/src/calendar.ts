import { addDays, startOfDay, type Today } from '@mandap/domain/time/days.ts'
import { type SeededRandom, weightedPick } from './seeded-random.ts'

/** The days of events, as offsets from today. */
export const FIRST_DAY = -420
export const LAST_DAY = 330

/** The earliest date: an event on the first day that was booked long before. */
const EARLIEST = FIRST_DAY - 420

const MINUTE = 60_000

/** Milliseconds after midnight in which the bookings of today are made. */
const EARLY_MS = 300 * MINUTE

/** The relative frequency of events by month from January and by weekday from Sunday. */
const SEASONS = {
  // weddings are in the auspicious months and on weekends
  wedding: {
    months: [1.2, 1.5, 0.8, 1, 1.2, 0.8, 0.4, 0.3, 0.25, 0.7, 1.7, 1.7],
    weekdays: [2.4, 0.7, 0.6, 0.8, 0.9, 1.4, 2.2],
  },
  family: {
    months: [1, 1, 1, 1, 1.1, 0.9, 0.9, 1, 0.9, 1.1, 1, 1.1],
    weekdays: [2.2, 0.5, 0.5, 0.6, 0.6, 1.1, 1.9],
  },
  office: {
    months: [1.1, 1.1, 1.4, 0.8, 0.7, 0.8, 0.8, 0.9, 1.1, 1, 1, 1.6],
    weekdays: [0.2, 1, 1.1, 1.2, 1.3, 1.5, 0.6],
  },
} as const

export type Season = keyof typeof SEASONS

export interface Calendar {
  /** Returns the instant at this number of days from today and minutes after local midnight. */
  at: (day: number, minutes: number) => number
  /** Moves an instant of the first five hours of today towards midnight, so that it is not in the future. */
  beforeNow: (instant: number) => number
  /** Returns the day of an event, as an offset from today. */
  eventDay: (season: Season, random: SeededRandom) => number
}

/** Returns the days around today in the administrator's time zone. `now` is an instant of today. */
export function calendar(today: Today, now: number): Calendar {
  const { date, timeZone } = today
  // precomputed, because computing midnights in a time zone is slow
  const midnights = Array.from({ length: LAST_DAY + 8 - EARLIEST }, (_, at) =>
    startOfDay(addDays(date, EARLIEST + at), timeZone),
  )
  const start = startOfDay(date, timeZone)
  const share = Math.min(1, Math.max(0, now - start) / EARLY_MS)
  const dayPicks = {
    wedding: dayPick(date, 'wedding'),
    family: dayPick(date, 'family'),
    office: dayPick(date, 'office'),
  }
  return {
    at(day, minutes) {
      const midnight = midnights[day - EARLIEST]
      if (midnight === undefined) throw new RangeError(`Day ${day} is beyond the calendar.`)
      return midnight + minutes * MINUTE
    },
    beforeNow: (instant) => start + (instant - start) * share,
    eventDay: (season, random) => dayPicks[season](random),
  }
}

/** Returns a function that picks a day of a season, mostly near today. */
function dayPick(date: string, season: Season) {
  const { months, weekdays } = SEASONS[season]
  const days = Array.from({ length: LAST_DAY - FIRST_DAY + 1 }, (_, at) => FIRST_DAY + at)
  return weightedPick(
    days.map((day) => {
      const on = new Date(`${addDays(date, day)}T00:00:00Z`)
      const nearness = day < 0 ? Math.exp(day / 140) : 1.35 * Math.exp(-day / 95)
      const month = months[on.getUTCMonth()] ?? 1
      const weekday = weekdays[on.getUTCDay()] ?? 1
      return [day, nearness * month * weekday] as const
    }),
  )
}
