/** A calendar day, `YYYY-MM-DD`. */
export type LocalDate = string

/** A calendar month, `YYYY-MM`. */
export type Month = string

/** The administrator's calendar day and time zone (IANA name). */
export interface Today {
  date: LocalDate
  timeZone: string
}

/** The instants `[start, end)`, in milliseconds since the epoch. */
export interface Span {
  start: number
  end: number
}

/** The span of all instants. */
export const EVER: Span = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY }

export const HOUR = 60 * 60 * 1000
export const DAY = 24 * HOUR

/** The size of the cache. A formatter takes several kilobytes, and a client can name any time zone. */
const MAX_FORMATS = 50

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the cached formatter of a time zone. Throws a RangeError if the zone does not exist. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  // time zone names ignore the case of ASCII letters only; toLowerCase() would also turn the Kelvin sign into k
  const name = timeZone.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  let format = formats.get(name)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    const [oldest] = formats.keys()
    if (oldest !== undefined && formats.size === MAX_FORMATS) formats.delete(oldest)
    formats.set(name, format)
  }
  return format
}

/**
 * `Temporal` of newer browsers. Node 24 does not have it, and TypeScript does not know it. The first formatter of
 * `Intl` takes a browser 20 ms, and a phone a tenth of a second.
 */
const { Temporal } = globalThis as {
  Temporal?: { Instant: { fromEpochMilliseconds(instant: number): TemporalInstant } }
}
interface TemporalInstant {
  toZonedDateTimeISO(timeZone: string): { offsetNanoseconds: number }
}

/** Returns how many milliseconds a zone is ahead of UTC. Throws a RangeError if the zone does not exist. */
function offset(instant: number, timeZone: string): number {
  if (Temporal) {
    const time = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
    return time.offsetNanoseconds / 1e6
  }
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatIn(timeZone).formatToParts(instant)) part[type] = value
  const { year = '', month, day, hour, minute, second } = part
  const local = Date.parse(`${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return local - Math.floor(instant / 1000) * 1000
}

/**
 * Returns a function that shifts an instant by the zone's offset, so that its UTC fields show the local time.
 * The function caches the offset of each hour; use one for many instants.
 */
export function wallClock(timeZone: string): (instant: number) => number {
  const offsets = new Map<number, number | null>()
  return (instant) => {
    const hour = Math.floor(instant / HOUR)
    let known = offsets.get(hour)
    if (known === undefined) {
      const first = offset(hour * HOUR, timeZone)
      // null: the offset changes within this hour
      known = first === offset((hour + 1) * HOUR - 1000, timeZone) ? first : null
      if (offsets.size === MAX_HOURS) offsets.clear()
      offsets.set(hour, known)
    }
    return instant + (known ?? offset(instant, timeZone))
  }
}

/** Hours whose offset is cached: about eleven years. */
const MAX_HOURS = 100_000

/** Returns the day of an instant in UTC. Throws a RangeError if no date has the instant. */
export function utcDate(at: number | Date): LocalDate {
  return new Date(at).toISOString().slice(0, 10)
}

export function localDate(instant: number, timeZone: string): LocalDate {
  return utcDate(instant + offset(instant, timeZone))
}

export function today(now: number, timeZone: string): Today {
  return { date: localDate(now, timeZone), timeZone }
}

/** The first and the last day that a person can choose. In a year before 1000, the year is still being typed. */
export const CHOSEN_DAYS = { min: '1000-01-01', max: '8999-12-31' }

/** Returns whether the text is an existing day within `CHOSEN_DAYS`. */
export function isLocalDate(text: string): boolean {
  const { min, max } = CHOSEN_DAYS
  return /^\d{4}-\d\d-\d\d$/.test(text) && text >= min && text <= max && addDays(text, 0) === text
}

/** Returns whether the text is a time zone that this machine knows. */
export function isTimeZone(text: string): boolean {
  try {
    formatIn(text)
    return true
  } catch {
    return false
  }
}

/** Returns the nearest day that a person can choose. A stored date can be any, such as one whose year was mistyped. */
export function nearestChosenDay(date: LocalDate): LocalDate {
  const { min, max } = CHOSEN_DAYS
  return date < min ? min : date > max ? max : date
}

export function addDays(date: LocalDate, days: number): LocalDate {
  const at = Date.parse(`${date}T00:00:00Z`) + days * DAY
  return Number.isNaN(at) ? '' : utcDate(at)
}

/** The size of the cache of days: a client can name any day and time zone. */
const MAX_STARTS = 1000

const starts = new Map<string, number>()

/**
 * Returns the first instant of a day in a zone, also where clocks change at midnight. The result is cached, because
 * every list of a day asks for the same few instants.
 */
export function startOfDay(date: LocalDate, timeZone: string): number {
  const key = `${date} ${timeZone}`
  const known = starts.get(key)
  if (known !== undefined) return known
  const start = firstInstant(date, timeZone)
  if (starts.size === MAX_STARTS) starts.clear()
  starts.set(key, start)
  return start
}

function firstInstant(date: LocalDate, timeZone: string): number {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  // an offset hardly ever changes twice within two days, so one of these two offsets applies at the start
  const candidates = [midnight - DAY, midnight + DAY].map(
    (instant) => midnight - offset(instant, timeZone),
  )
  const earliest = Math.min(...candidates)
  return localDate(earliest, timeZone) === date ? earliest : Math.max(...candidates)
}

/** Returns the span of `count` days that begins with the day `first`. */
export function daysFrom(first: LocalDate, count: number, timeZone: string): Span {
  return { start: startOfDay(first, timeZone), end: startOfDay(addDays(first, count), timeZone) }
}

/** Returns the span of today. */
export function daySpan({ date, timeZone }: Today): Span {
  return daysFrom(date, 1, timeZone)
}

/** Returns the span of the current week, which begins on Sunday, shifted by `shift` weeks. */
export function weekSpan({ date, timeZone }: Today, shift = 0): Span {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return daysFrom(addDays(date, 7 * shift - weekday), 7, timeZone)
}

/** Returns the span of the current calendar month, shifted by `shift` months. */
export function monthSpan({ date, timeZone }: Today, shift = 0): Span {
  const first = (months: number) => startOfDay(`${monthAt({ date }, months)}-01`, timeZone)
  return { start: first(shift), end: first(shift + 1) }
}

/** Returns the calendar month of a day, shifted by `shift` months. */
export function monthAt({ date }: Pick<Today, 'date'>, shift = 0): Month {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + shift, 1)).toISOString().slice(0, 7)
}
