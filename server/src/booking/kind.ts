import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { type BookingIndex, bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import type { RecordKind } from '../records/kind.ts'

export const BOOKING: RecordKind<BookingIndex> = {
  table: 'booking',
  subject: 'booking',
  columns: {
    id: 'text',
    numberId: 'text',
    status: 'text',
    phase: 'text',
    dateFrom: 'integer',
    dateTo: 'integer',
    createdAt: 'integer',
    bookedAt: 'integer',
    leadDays: 'integer',
    catering: 'boolean',
    photography: 'boolean',
    event: 'boolean',
    partnerId: 'text',
    partnerName: 'text',
    userId: 'text',
    budget: 'number',
    searchText: 'text',
  },
  indexed: {
    id: '_id',
    numberId: 'numberId',
    status: 'status',
    partnerId: 'partnerId',
    partnerName: 'partnerName',
    userId: 'userId',
  },
  indexFieldsOf: (record) => bookingIndex(bookingFrom(record)),
  nameOf: (record) => bookingFrom(record).numberId.toUpperCase(),
}
