import { DAY, utcDate } from '@mandap/domain/time/days.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Calendar } from './calendar.ts'
import { eventIdOf, recordId } from './record-id.ts'

/** The special fields of the first bookings. A field that is `undefined` is left out. */
type Edge = Readonly<Record<string, unknown>>

const MINUTES_PER_HOUR = 60

/** Both Photography and Catering (§3). */
function both(index: number): Edge {
  const eventId = eventIdOf(index)
  return { eventId, photographyEvent: eventId, cateringEvent: eventId }
}

/** Functions that return fields of a booking by the days of its event and of the booking. */
type Fields = ReturnType<typeof fieldsOn>

function fieldsOn({ at }: Calendar, tempPartner: (index: number) => JsonObject) {
  const iso = (day: number, minutes: number) => new Date(at(day, minutes)).toISOString()
  const on = (day: number, minutes = 18 * MINUTES_PER_HOUR): Edge => ({
    dateFrom: iso(day, minutes),
    dateTo: iso(day, minutes + 5 * MINUTES_PER_HOUR),
    eventDate: iso(day, minutes),
  })
  const booked = (day: number): Edge => ({ createdAt: iso(day, 11 * MINUTES_PER_HOUR) })
  /** Returns the fields of a booking that was made exactly this many milliseconds before its event. */
  const ahead = (day: number, lead: number): Edge => ({
    ...on(day),
    createdAt: new Date(at(day, 18 * MINUTES_PER_HOUR) - lead).toISOString(),
  })
  /** Returns the fields of a booking with a manual partner. */
  const to = (index: number): Edge => {
    const { _id, PartnerName, personalNumber } = tempPartner(index)
    return { partnerId: _id, partnerName: PartnerName, partnerMobile: personalNumber }
  }
  return { at, iso, on, booked, ahead, to }
}

/** Bookings at the limits of the rules about dates, and without dates. */
function dateEdges({ at, iso, on, booked, ahead }: Fields): Edge[] {
  return [
    // six days ago is still shown, seven days ago is hidden (§5.10)
    { status: 'pending', ...on(-6, 0), ...booked(-40) },
    { status: 'completed', ...on(-6, 22 * MINUTES_PER_HOUR), ...booked(-90) },
    { status: 'pending', ...on(-7, 23 * MINUTES_PER_HOUR + 59), ...booked(-40) },
    { status: 'completed', ...on(-7, 10 * MINUTES_PER_HOUR), ...booked(-60) },
    // booked exactly 7 whole days ahead does not expire, 8 does (§4.4)
    { status: 'completed', ...ahead(-3, 7 * DAY) },
    { status: 'completed', ...ahead(-3, 8 * DAY - 60_000) },
    { status: 'completed', ...ahead(-3, 8 * DAY) },
    { status: 'pending', ...ahead(-30, 8 * DAY) },
    // the event began today and was booked long ago
    { status: 'confirmEvent', ...on(0, 0), ...booked(-30) },
    // confirmed: over, ends today, in progress, today, tomorrow's first minute, far in the future (§4.3)
    { status: 'confirmEvent', ...on(-1), ...booked(-50) },
    { status: 'confirmEvent', ...on(-2), dateTo: iso(0, 9 * MINUTES_PER_HOUR), ...booked(-80) },
    { status: 'confirmEvent', ...on(-1), dateTo: iso(2, 23 * MINUTES_PER_HOUR), ...booked(-120) },
    { status: 'confirmEvent', ...on(0, 9 * MINUTES_PER_HOUR), ...booked(-25) },
    { status: 'confirmEvent', ...on(1, 0), ...booked(-35) },
    { status: 'confirmEvent', ...on(300), ...booked(-1) },
    // without a last day, the first day counts
    { status: 'confirmEvent', ...on(0, 10 * MINUTES_PER_HOUR), dateTo: undefined, ...booked(-20) },
    { status: 'confirmEvent', ...on(9), dateTo: null, ...booked(-20) },
    // without a first day, a booking is hidden regardless of its status
    { status: 'pending', dateFrom: undefined, eventDate: undefined },
    { status: 'confirmEvent', dateFrom: null, dateTo: null, eventDate: null },
    { status: 'completed', dateFrom: '', dateTo: '', eventDate: '' },
    // without a booking date, it sorts as the oldest
    { status: 'pending', ...on(12), createdAt: undefined },
    { status: 'completed', ...on(-4), createdAt: null },
    // other date formats
    {
      status: 'pending',
      ...on(4),
      dateFrom: at(4, 18 * MINUTES_PER_HOUR),
      createdAt: at(-3, 12 * MINUTES_PER_HOUR),
    },
    { status: 'visited', ...on(6), dateFrom: utcDate(at(6, 18 * MINUTES_PER_HOUR)), ...booked(-9) },
  ]
}

/** Bookings with unknown and unusual statuses. */
function statusEdges({ on, booked }: Fields): Edge[] {
  return [
    // unknown statuses
    { status: 'rescheduled', ...on(15), ...booked(-10) },
    { status: 'On Hold', ...on(18), ...booked(-10) },
    { status: '', ...on(20), ...booked(-10) },
    { status: undefined, ...on(21), ...booked(-10) },
    // cancelled in every spelling
    { status: 'cancel', ...on(10), ...booked(-15) },
    { status: 'Cancel', ...on(11), ...booked(-15) },
    { status: 'cancelBooking', ...on(2), ...booked(-15) },
    { status: 'cancelEvent', ...on(3), ...booked(-15) },
    { status: 'cancelVisit', ...on(5), ...booked(-12) },
    { status: 'userConfirmVisit', ...on(7), ...booked(-12) },
    { status: 'partnerVisited', ...on(8), ...booked(-6) },
  ]
}

/** Bookings whose customer or partner is missing or has an unusual form. */
function personEdges({ on, booked, to }: Fields): Edge[] {
  return [
    // the customer's id under other names, as a record, and missing
    { status: 'pending', ...on(13), userId: undefined, user_id: recordId('user', 0) },
    { status: 'visited', ...on(13), userId: undefined, customerId: recordId('user', 1) },
    { status: 'pending', ...on(14), userId: undefined, customer_id: recordId('user', 2) },
    { status: 'pending', ...on(14), userId: { _id: recordId('user', 3) } },
    { status: 'pending', ...on(16), userId: undefined },
    // without a partner
    { status: 'pending', ...on(17), partnerId: '', partnerName: '', partnerMobile: '' },
    {
      status: 'pending',
      ...on(19),
      partnerId: undefined,
      partnerName: undefined,
      partnerMobile: undefined,
    },
    // manual partners
    { status: 'confirmEvent', ...on(22), ...booked(-18), ...to(0) },
    { status: 'pending', ...on(23), ...to(1) },
    { status: 'visited', ...on(24), ...to(2) },
  ]
}

/** Bookings with unusual services, budgets and texts. */
function contentEdges({ on, booked }: Fields): Edge[] {
  return [
    // services: none, not a list, very many
    { status: 'pending', ...on(25), services: [] },
    { status: 'pending', ...on(26), services: 'Mehendi artist' },
    {
      status: 'confirmEvent',
      ...on(28),
      ...booked(-60),
      services: [
        'Mandap decoration',
        'Baraat band',
        'Bridal makeup',
        'Mehendi artist',
        'Guest cars',
        'Choreography',
        'DJ & sound',
        'Welcome drinks',
        'Valet parking',
        'Drone shoot',
        'Live chaat counter',
        'Paan counter',
      ],
    },
    // budgets
    { status: 'completed', ...on(-5), ...booked(-30), budget: '2,50,000' },
    { status: 'confirmEvent', ...on(29), ...booked(-30), budget: 0 },
    { status: 'pending', ...on(30), budget: null },
    // other scripts, and more text than fits on a card
    { status: 'pending', ...on(31), eventType: 'विवाह', location: 'गुलमोहर लॉन्स, वैशाली नगर, जयपुर' },
    { status: 'visited', ...on(32), location: 'மல்லிகை திருமண மண்டபம், அடையார், சென்னை' },
    {
      status: 'pending',
      ...on(33),
      eventType: 'Shashtipoorthi Sixtieth Birthday Wedding and Grandchildren’s Naming Ceremony',
      location:
        'Old Collectorate Heritage Convention Centre and Open Lawns, behind the Municipal Water Works, Lawspet, Puducherry',
    },
  ]
}

/** Bookings of both categories, one for each tab. */
function tabEdges({ on, booked }: Fields): Edge[] {
  return [
    { status: 'pending', ...on(34) },
    { status: 'visited', ...on(35) },
    { status: 'confirmEvent', ...on(0, 8 * MINUTES_PER_HOUR), ...booked(-45) },
    { status: 'confirmEvent', ...on(36), ...booked(-45) },
    { status: 'completed', ...on(-2), ...booked(-45) },
    { status: 'cancelBooking', ...on(37), ...booked(-45) },
    { status: 'cancelEvent', ...on(38), ...booked(-45) },
  ]
}

/** Returns the special fields of the first bookings, which test the limits of the rules. */
export function edgeBookings(
  calendar: Calendar,
  tempPartner: (index: number) => JsonObject,
): Edge[] {
  const fields = fieldsOn(calendar, tempPartner)
  const edges = [dateEdges, statusEdges, personEdges, contentEdges].flatMap((edgesOf) =>
    edgesOf(fields),
  )
  return [
    ...edges,
    ...tabEdges(fields).map((edge, index) => ({ ...edge, ...both(edges.length + index) })),
  ].map((edge) => ('createdAt' in edge ? edge : { ...edge, ...fields.booked(-2) }))
}
