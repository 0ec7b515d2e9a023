import type { BookingFigure } from '@mandap/domain/booking/figure.ts'
import { BOOKING_GROUP_NAMES } from '@mandap/domain/booking/group.ts'
import type { BookingListing } from '@mandap/domain/booking/listing.ts'
import { BUSY_PARTNER, BUSY_USER, TODAY } from './seed.ts'

/** An instant in the middle of the suite's day. */
export const NOW = Date.parse('2026-11-21T06:30:00.000Z')

/** One figure of each kind: the tests of the domain and of the server have all. */
const FIGURES: readonly BookingFigure[] = [
  'all',
  'tile-pending',
  'reached-confirmed',
  'stage-visited',
  'group-upcoming',
  'service-Catering',
]

/** The lists of bookings other than Booking Details. */
export const LISTINGS: readonly BookingListing[] = [
  { list: 'ended', filter: {}, today: TODAY },
  { list: 'ended', filter: { sort: 'oldest', service: 'Event' }, today: TODAY },
  ...FIGURES.map((figure) => ({ list: 'counted' as const, figure, filter: {}, today: TODAY })),
  {
    list: 'counted',
    figure: 'all',
    filter: { sort: 'oldest', service: 'Event', numberId: 'MB1' },
    today: TODAY,
  },
  { list: 'found', search: 'aNAnya  iyer' },
  { list: 'found', search: 'iyer ananya' },
  { list: 'found', search: 'व' },
  { list: 'expired', now: NOW },
  { list: 'expired', now: Date.parse('2026-11-20T18:30:00.000Z') },
  { list: 'expired', now: NOW, numberId: 'mb 1' },
  { list: 'ofPartner', partnerId: BUSY_PARTNER },
  {
    list: 'onDays',
    partnerIds: [BUSY_PARTNER, 'nobody'],
    firstDay: '2026-11-01',
    lastDay: '2026-11-30',
    timeZone: TODAY.timeZone,
  },
  { list: 'onDays', partnerIds: [BUSY_PARTNER], firstDay: TODAY.date, timeZone: TODAY.timeZone },
  { list: 'ofUser', userId: BUSY_USER, today: TODAY },
  ...BOOKING_GROUP_NAMES.map((group) => ({
    list: 'ofUser' as const,
    userId: BUSY_USER,
    group,
    today: TODAY,
  })),
]
