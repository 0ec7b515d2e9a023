import { localDate, wallClock } from '@mandap/domain/time/days.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const instants = fc.date({
  min: new Date('1970-01-01'),
  max: new Date('2037-12-31'),
  noInvalidDate: true,
})
const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))

test('the local time of a browser with Temporal is that of Intl', () => {
  expect(globalThis).toHaveProperty('Temporal')
  fc.assert(
    fc.property(instants, zones, (at, timeZone) => {
      const local = at.toLocaleString('sv-SE', { timeZone })
      const shifted = wallClock(timeZone)(at.getTime())
      expect(new Date(shifted).toISOString().slice(0, 19)).toBe(local.replace(' ', 'T'))
      expect(localDate(at.getTime(), timeZone)).toBe(local.slice(0, 10))
    }),
    { numRuns: 300 },
  )
})
