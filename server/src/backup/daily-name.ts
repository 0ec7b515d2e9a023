import { DAY, utcDate } from '@mandap/domain/time/days.ts'
import { daysBefore } from '../clock/days.ts'

/** Returns the next moment after `now` at which it is `time`, such as '20:30', in UTC. */
export function nextDaily(time: string, now: Date): Date {
  const today = new Date(`${utcDate(now)}T${time}:00Z`)
  return today > now ? today : new Date(today.getTime() + DAY)
}

/**
 * Returns the name of a backup that is made at `now`: the day in UTC, and before `time` also the hour and minute, so that a
 * late backup leaves the name of its day to the one of that day.
 */
export function backupName(time: string, now: Date): string {
  const at = now.toISOString()
  const isLate = at.slice(11, 16) < time
  return `${utcDate(now)}${isLate ? `-${at.slice(11, 16).replace(':', '')}` : ''}.backup`
}

/** Returns whether one of the names is of a daily backup that was made since the last moment at which it was `time`. */
export function hasBackupSince(time: string, now: Date, names: readonly string[]): boolean {
  const due = daysBefore(nextDaily(time, now), 1)
  // '-' sorts before '.', so that a late backup comes before the one of its day
  return names.some((name) => DAILY.test(name) && name >= backupName(time, due))
}

const DAILY = /^\d{4}-\d\d-\d\d(?:-\d{4})?\.backup$/
const UNFINISHED = /^\d{4}-\d\d-\d\d(?:-\d{4})?\.backup(?:\.[\da-f-]{36})?\.part$/

/**
 * Returns the names of daily backups that are older than some days, and of those of earlier days that were not completed.
 * Other files are never among them.
 */
export function outdated(names: readonly string[], keepDays: number, now: Date): string[] {
  const oldest = utcDate(daysBefore(now, keepDays))
  const today = utcDate(now)
  return names.filter(
    (name) => (DAILY.test(name) && name < oldest) || (UNFINISHED.test(name) && name < today),
  )
}
