import { type Column, listed, moment, number, text } from '../table/column.ts'
import { type Booking, firstDayOf } from './booking.ts'
import { type EventTimes, eventTimes } from './event-time.ts'
import { serviceCategories } from './service.ts'
import { bookingStatusLabel } from './status.ts'

/** The columns of an exported list of bookings (§2.19). */
export const BOOKING_COLUMNS: readonly Column<Booking>[] = [
  text('Booking ID', ({ numberId }) => numberId.toUpperCase()),
  text('Event type', ({ eventType }) => eventType),
  text('Service category', (booking) => listed(serviceCategories(booking))),
  text('Additional services', ({ services }) => listed(services)),
  text('Status', ({ status }) => bookingStatusLabel(status)),
  moment('Event begins', firstDayOf, hasTime('begins')),
  moment('Event ends', ({ dateTo }) => dateTo, hasTime('ends')),
  moment('Booked', ({ createdAt }) => createdAt),
  text('Location', ({ location }) => location),
  number('Budget (INR)', ({ budget }) => budget),
  text('Planner', ({ partnerName }) => partnerName),
  text('Planner phone', ({ partnerMobile }) => partnerMobile),
  text('Transaction ID', ({ transactionId }) => transactionId),
  text('Customer record', ({ userId }) => userId),
  text('Planner record', ({ partnerId }) => partnerId),
  text('Record', ({ id }) => id),
]

/** Returns whether a booking has such a time, or a day alone (§2.6). */
function hasTime(time: keyof EventTimes) {
  return (booking: Booking, isMidnight: (instant: number) => boolean) =>
    (eventTimes(booking, isMidnight)?.[time] ?? null) !== null
}
