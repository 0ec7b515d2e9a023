import { DAY } from '@mandap/domain/time/days.ts'

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY)
}
