import { addDays, startOfDay, type Today, today } from '@mandap/domain/rule/days.ts'
import { useEffect, useState } from 'react'

/** The operator's time zone. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The operator's day, which a screen left open over midnight follows. */
export function useToday(): Today {
  const [day, setDay] = useState(() => today(Date.now(), timeZone()))

  useEffect(() => {
    const follow = () => {
      const now = today(Date.now(), timeZone())
      setDay((was) => (was.date === now.date && was.timeZone === now.timeZone ? was : now))
    }
    const midnight = startOfDay(addDays(day.date, 1), day.timeZone)
    const timer = setTimeout(follow, Math.max(1000, midnight - Date.now()))
    // a machine that slept has missed its timer
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [day])

  return day
}
