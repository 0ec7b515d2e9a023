import { addDays, type LocalDate, type Today } from '@mandap/domain/time/days.ts'
import { useEffect, useState } from 'preact/compat'

// faster than `Intl`, whose first formatter takes a tenth of a second on a phone
const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId: () => string } } }

/** Returns the administrator's time zone as an IANA name. */
export function timeZone(): string {
  return Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Returns the administrator's calendar day at an instant, like `localDate` in their time zone. */
export function dayHere(instant: number): LocalDate {
  const at = new Date(instant)
  const [year, month, day] = [at.getFullYear(), at.getMonth() + 1, at.getDate()]
  return `${String(year).padStart(4, '0')}-${padded(month)}-${padded(day)}`
}

/** Returns the first instant of the administrator's next day. */
export function endOfDayHere(date: LocalDate): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day + 1).getTime()
}

/** Returns whether an instant is the first one of the administrator's day. */
export function isMidnightHere(instant: number): boolean {
  return instant === endOfDayHere(addDays(dayHere(instant), -1))
}

/** Returns a part of a date or time with two digits. */
export function padded(part: number): string {
  return String(part).padStart(2, '0')
}

/** Milliseconds after which the day is read again: timers do not count a sleep of the computer. */
const MAX_WAIT_MS = 60_000

/** The events of a window to which the person returns, maybe after a sleep of the computer or in another time zone. */
const RETURNS = ['visibilitychange', 'focus', 'pageshow'] as const

/** Returns the administrator's current day, which changes at midnight while a screen is open. */
export function useToday(): Today {
  const [today, setToday] = useState(todayHere)

  useEffect(() => {
    let timer = setTimeout(follow, untilNextReading())
    function follow() {
      const now = todayHere()
      setToday((was) => (was.date === now.date && was.timeZone === now.timeZone ? was : now))
      clearTimeout(timer)
      timer = setTimeout(follow, untilNextReading())
    }
    for (const event of RETURNS) addEventListener(event, follow)
    return () => {
      clearTimeout(timer)
      for (const event of RETURNS) removeEventListener(event, follow)
    }
  }, [])

  return today
}

function todayHere(): Today {
  return { date: dayHere(Date.now()), timeZone: timeZone() }
}

/** Returns the milliseconds until the day is read again: at the administrator's next midnight, or before. */
function untilNextReading(): number {
  const now = Date.now()
  return Math.min(MAX_WAIT_MS, Math.max(1000, endOfDayHere(dayHere(now)) - now))
}
