import { Type } from 'typebox'

/** The properties of a query with the administrator's day and time zone. */
export const TodayProperties = {
  today: Type.String({ description: 'The administrator’s day.', examples: ['2026-11-21'] }),
  timeZone: Type.String({
    maxLength: 100,
    description: 'The administrator’s IANA time zone.',
    examples: ['Asia/Kolkata'],
  }),
}
