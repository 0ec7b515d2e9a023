import type { Today } from '@mandap/domain/time/days.ts'

/** The parameters of the administrator's day. */
export interface TodayQuery {
  today: string
  timeZone: string
}

export function encodeToday({ date, timeZone }: Today): TodayQuery {
  return { today: date, timeZone }
}
