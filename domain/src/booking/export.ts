import { type Column, listed, moment, number, text } from '../table/column.ts'
import type { Booking } from './booking.ts'
import { serviceCategories } from './service.ts'
import { bookingStatusLabel } from './status.ts'

/** The columns of an exported list of bookings (§2.19). */
export const BOOKING_COLUMNS: readonly Column<Booking>[] = [
  text('Booking ID', ({ numberId }) => numberId.toUpperCase()),
  text('Event type', ({ eventType }) => eventType),
  text('Service category', (booking) => listed(serviceCategories(booking))),
  text('Additional services', ({ services }) => listed(services)),
  text('Status', ({ status }) => bookingStatusLabel(status)),
  moment('Event begins', ({ dateFrom }) => dateFrom),
  moment('Event ends', ({ dateTo }) => dateTo),
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
