import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { type BookingIndex, bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import type { RecordKind } from '../records/kind.ts'
import { type ShortParts, withShortParts } from '../records/short-parts.ts'

export const BOOKING: RecordKind<BookingIndex & ShortParts> = {
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
    shortParts: 'smallIntegers',
  },
  indexed: {
    id: '_id',
    numberId: 'numberId',
    status: 'status',
    partnerId: 'partnerId',
    partnerName: 'partnerName',
    userId: 'userId',
  },
  indexFieldsOf: (record) => withShortParts(bookingIndex(bookingFrom(record))),
  nameOf: (record) => bookingFrom(record).numberId.toUpperCase(),
}
