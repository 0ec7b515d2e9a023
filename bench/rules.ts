// Measures the rules in the browser, to which a plain host sends whole lists.
// node scripts/run.mjs bench/rules.ts [--bookings 100000]
import { parseArgs } from 'node:util'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { bookingsListed } from '@mandap/domain/booking/filter.ts'
import { bookingsFound } from '@mandap/domain/booking/found.ts'
import { byBookingTime } from '@mandap/domain/booking/order.ts'
import { BOOKING_STATUSES } from '@mandap/domain/booking/status.ts'
import { DAY } from '@mandap/domain/time/days.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { measure, printMeasurements } from './measuring/measure.ts'

const { values } = parseArgs({ options: { bookings: { type: 'string', default: '100000' } } })
const count = Number(values.bookings)
const NOON = Date.parse('2026-11-21T06:30:00Z')
const TODAY = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }

const statuses = Object.keys(BOOKING_STATUSES)
const records = Array.from({ length: count }, (_, index) =>
  bookingJson({
    status: statuses[index % statuses.length],
    dateFrom: new Date(NOON + ((index % 200) - 60) * DAY).toISOString(),
    createdAt: new Date(NOON - (index % 300) * DAY - index).toISOString(),
  }),
)
const json = JSON.stringify(records)
const bookings = records.map(bookingFrom)
const indexFields = bookings.map(bookingIndex)
const listed = bookingsListed({ tab: 'booked', eventDate: 'thisMonth' }, TODAY)

const runs = { runs: 15, warmUp: 2 }
printMeasurements(`${count.toLocaleString('en-IN')} bookings`, [
  await measure('parse the JSON', () => JSON.parse(json), runs),
  await measure('read the records', () => records.map(bookingFrom), runs),
  await measure('compute their index fields', () => bookings.map(bookingIndex), runs),
  await measure('list a tab', () => indexFields.filter((each) => matches(listed, each)), runs),
  await measure('sort, newest first', () => indexFields.toSorted(byBookingTime()), runs),
  await measure(
    'search',
    () => indexFields.filter((each) => matches(bookingsFound('jaipur'), each)),
    runs,
  ),
])
