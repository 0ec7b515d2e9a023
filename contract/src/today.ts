import { Type } from 'typebox'

/** The administrator's day and time zone. */
export const TodayQuery = {
  today: Type.String({ description: 'The administrator’s day.', examples: ['2026-11-21'] }),
  timeZone: Type.String({
    maxLength: 100,
    description: 'The administrator’s IANA time zone.',
    examples: ['Asia/Kolkata'],
  }),
}
