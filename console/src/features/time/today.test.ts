import { addDays, localDate, startOfDay } from '@mandap/domain/time/days.ts'
import * as fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { dayHere, endOfDayHere, isMidnightHere } from './today.ts'

const OWN = process.env['TZ']
afterEach(() => {
  if (OWN === undefined) delete process.env['TZ']
  else process.env['TZ'] = OWN
})

const instants = fc.date({
  min: new Date('1973-01-01'),
  max: new Date('2099-12-31'),
  noInvalidDate: true,
})

// in Cairo and Asunción the clocks change at midnight
describe.each(['Asia/Kolkata', 'America/New_York', 'Africa/Cairo', 'America/Asuncion'])(
  'in %s',
  (zone) => {
    test('the day and its end match the domain rules', () => {
      process.env['TZ'] = zone
      fc.assert(
        fc.property(instants, (at) => {
          const day = dayHere(at.getTime())
          expect(day).toBe(localDate(at.getTime(), zone))
          expect(endOfDayHere(day)).toBe(startOfDay(addDays(day, 1), zone))
          expect(isMidnightHere(startOfDay(day, zone))).toBe(true)
          expect(isMidnightHere(at.getTime())).toBe(at.getTime() === startOfDay(day, zone))
        }),
      )
    })
  },
)
