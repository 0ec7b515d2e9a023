import type { LocalDate, Today } from '@mandap/domain/time/days.ts'
import { useEffect, useState } from 'react'

// where a browser has it: it asks for no `Intl`, whose first formatter takes a phone a tenth of a second
const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId: () => string } } }

/** The operator's time zone, an IANA name. */
export function timeZone(): string {
  return Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The operator's calendar day at an instant: that of `localDate` in their own time zone. */
export function dayHere(instant: number): LocalDate {
  const at = new Date(instant)
  const [year, month, day] = [at.getFullYear(), at.getMonth() + 1, at.getDate()]
  return `${String(year).padStart(4, '0')}-${padded(month)}-${padded(day)}`
}

/** The first instant of the day after one of the operator's. */
export function endOfDayHere(date: LocalDate): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day + 1).getTime()
}

/** A part of a date or a time in two digits. */
export function padded(part: number): string {
  return String(part).padStart(2, '0')
}

/** The operator's day, which a screen left open over midnight follows. */
export function useToday(): Today {
  const [today, setToday] = useState(todayHere)

  useEffect(() => {
    let timer = setTimeout(follow, untilMidnight())
    function follow() {
      const now = todayHere()
      setToday((was) => (was.date === now.date && was.timeZone === now.timeZone ? was : now))
      clearTimeout(timer)
      timer = setTimeout(follow, untilMidnight())
    }
    // a machine that slept has missed its timer, and may be in another time zone
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [])

  return today
}

function todayHere(): Today {
  return { date: dayHere(Date.now()), timeZone: timeZone() }
}

/** Milliseconds. */
function untilMidnight(): number {
  const now = Date.now()
  return Math.max(1000, endOfDayHere(dayHere(now)) - now)
}
