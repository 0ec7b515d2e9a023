import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import { BOOKING_FIGURES, type BookingFigure } from '@mandap/domain/booking/figure.ts'
import { EVENT_DATE_RANGES } from '@mandap/domain/booking/filter.ts'
import { BOOKING_GROUPS } from '@mandap/domain/booking/group.ts'
import { SERVICE_CATEGORIES } from '@mandap/domain/booking/service.ts'
import { BOOKING_TABS, type BookingTab } from '@mandap/domain/booking/tab.ts'
import { PARTNER_LISTS } from '@mandap/domain/partner/list.ts'
import { APPROVAL_STATUSES } from '@mandap/domain/partner/tab.ts'
import { today } from '@mandap/domain/time/days.ts'

export type Read = <T>(path: string, init?: RequestInit) => Promise<T>

/** A call that is measured. Each run changes something if it writes. */
export interface Call {
  name: string
  run: () => Promise<unknown>
}

interface Page {
  data: { _id: string; phone?: string }[]
  next: string | null
  total: number | null
}

type Query = Record<string, string>

const { date, timeZone } = today(Date.now(), 'Asia/Kolkata')
const DAY_QUERY: Query = { today: date, timeZone }

/** The filters of Booking Details (§2.5), with values of one booking of the tab. */
function filtersOf(sample: Booking): [string, Query][] {
  const { numberId, partnerName, createdAt } = sample
  return [
    ...Object.entries(EVENT_DATE_RANGES).map(([eventDate, label]): [string, Query] => [
      label,
      { eventDate },
    ]),
    ...SERVICE_CATEGORIES.map((service): [string, Query] => [service, { service }]),
    ['Next Month, Photography', { eventDate: 'nextMonth', service: 'Photography' }],
    ['of one partner', { partnerName }],
    ['of one partner, Catering', { partnerName, service: 'Catering' }],
    ['booked on a day', { bookedDate: today(createdAt ?? Date.now(), timeZone).date }],
    ['two characters of a number', { numberPrefix: numberId.slice(0, 2) }],
    ['four characters of a number', { numberPrefix: numberId.slice(0, 4) }],
    ['a whole number', { numberPrefix: numberId }],
  ]
}

/** Texts that a third of the records, some, few and none contain, and two letters. */
const BOOKING_TEXTS = ['wedding', 'jaipur', 'mehta', 'zq xj', 'ka', 'qwertz', 'jaipur wedding']
const PARTNER_TEXTS = ['events', 'jaipur', 'ka', 'q', 'qwertz']
const USER_TEXTS = ['nair', 'ka', 'q', 'qwertz', 'nair ka']

/**
 * Returns every call of the screens' lists on this population: tabs, filters, pages, jumps and searches.
 * `grant` is that of a Super Admin, who may decide the same partner again.
 */
export async function callsOf(read: Read, grant: string): Promise<Call[]> {
  const upcoming = await read<Page>(bookings({ ...DAY_QUERY, tab: 'upcoming' }))
  if (!upcoming.data[0]) throw new Error('The population has no upcoming events.')
  const sample = bookingFrom(upcoming.data[0])
  const { data: partners } = await read<Page>('/partners?list=approved&limit=60')
  return [
    ...(await bookingCalls(read)),
    ...(await sampleCalls(read, sample, partners)),
    ...(await partnerCalls(read)),
    ...(await userCalls(read, sample.userId)),
    callOf(read, 'Summary', '/summary'),
    callOf(read, 'Totals', `/totals?${new URLSearchParams(DAY_QUERY)}`),
    { name: 'Decision', run: await decisions(read, grant) },
    { name: 'Partner swap', run: swaps(read, sample.id, partners) },
  ]
}

function callOf(read: Read, name: string, path: string): Call {
  return { name, run: () => read(path) }
}

function bookings(query: Query): string {
  return `/bookings?${new URLSearchParams({ limit: '50', ...query })}`
}

/** Collects the calls of one kind of record. */
function newCalls(read: Read) {
  const calls: Call[] = []
  const add = (name: string, path: string) => void calls.push(callOf(read, name, path))

  /** Adds the first page of a list, the page after it, and jumps to its middle and its end. */
  async function addList(name: string, pathOf: (query: Query) => string): Promise<Page> {
    const first = await read<Page>(pathOf({}))
    const { next, total } = first
    add(`${name}: first page`, pathOf({}))
    if (next === null || total === null) return first
    add(`${name}: next page`, pathOf({ after: next }))
    add(`${name}: jump to the middle`, pathOf({ skip: String(total >> 1) }))
    add(`${name}: jump to the end`, pathOf({ skip: String(Math.max(total - 50, 0)) }))
    const middle = await read<Page>(pathOf({ skip: String(total >> 1) }))
    if (middle.next) add(`${name}: page after the middle`, pathOf({ after: middle.next }))
    return first
  }
  return { calls, add, addList }
}

/** The lists of Booking Details, the ended, counted and expired bookings, and searches. */
async function bookingCalls(read: Read): Promise<Call[]> {
  const { calls, add, addList } = newCalls(read)
  for (const tab of Object.keys(BOOKING_TABS) as BookingTab[]) {
    const label = BOOKING_TABS[tab]
    const ofTab = (query: Query) => bookings({ ...DAY_QUERY, tab, ...query })
    const { data } = await addList(`${label}, newest first`, ofTab)
    await addList(`${label}, oldest first`, (query) => ofTab({ sort: 'oldest', ...query }))
    if (!data[0]) continue
    for (const [filter, query] of filtersOf(bookingFrom(data[0])))
      add(`${label}, ${filter}`, ofTab(query))
  }
  const ended = (query: Query) => bookings({ ...DAY_QUERY, list: 'ended', ...query })
  const { data: endedBookings } = await addList('Ended', ended)
  if (endedBookings[0])
    for (const [filter, query] of filtersOf(bookingFrom(endedBookings[0])))
      add(`Ended, ${filter}`, ended(query))

  for (const figure of Object.keys(BOOKING_FIGURES) as BookingFigure[])
    await addList(`Counted as ${figure}`, (query) =>
      bookings({ ...DAY_QUERY, list: 'counted', figure, ...query }),
    )

  const now = new Date().toISOString()
  const expired = (query: Query) => bookings({ list: 'expired', now, ...query })
  const { data: expiredBookings } = await addList('Expired', expired)
  const number = expiredBookings[0] ? bookingFrom(expiredBookings[0]).numberId : ''
  for (const length of [2, 4])
    add(
      `Expired, ${length} characters of a number`,
      expired({ numberPrefix: number.slice(0, length) }),
    )
  add('Expired, a whole number', expired({ numberPrefix: number }))

  for (const search of BOOKING_TEXTS) {
    const found = (query: Query) => bookings({ list: 'found', search, ...query })
    const { total } = await read<Page>(found({}))
    add(`Found by “${search}”: first page`, found({}))
    if (total !== null && total > 50)
      add(`Found by “${search}”: jump to the end`, found({ skip: String(total - 50) }))
    add(`Dashboard search for “${search}”`, `/search?text=${encodeURIComponent(search)}`)
  }
  return calls
}

/** The bookings of the partner and the user of one booking, and those beside it. */
async function sampleCalls(read: Read, sample: Booking, partners: Page['data']): Promise<Call[]> {
  const { calls, add, addList } = newCalls(read)
  await addList('Bookings of one partner', (query) =>
    bookings({ list: 'ofPartner', partnerId: sample.partnerId, ...query }),
  )
  add('Bookings of one user', bookings({ list: 'ofUser', userId: sample.userId }))
  for (const group of Object.keys(BOOKING_GROUPS))
    add(
      `Bookings of one user, ${group}`,
      bookings({ ...DAY_QUERY, list: 'ofUser', userId: sample.userId, group }),
    )
  add(
    'Bookings of 60 partners on the days of an event',
    bookings({
      list: 'onDays',
      partnerIds: JSON.stringify(partners.map(({ _id }) => _id)),
      firstDay: today(sample.dateFrom ?? Date.now(), timeZone).date,
      lastDay: today(sample.dateTo ?? Date.now(), timeZone).date,
      timeZone,
    }),
  )
  for (const length of [1, 2, 4])
    add(
      `Suggestions for ${length} characters of a number`,
      `/bookings?numberPrefix=${sample.numberId.slice(0, length)}&limit=8`,
    )
  add('Lookup of a number', `/bookings?numberId=${sample.numberId}`)
  add('One booking', `/bookings/${sample.id}`)
  return calls
}

async function partnerCalls(read: Read): Promise<Call[]> {
  const { calls, add, addList } = newCalls(read)
  for (const [name, query] of partnerLists()) {
    const ofList = (more: Query) =>
      `/partners?${new URLSearchParams({ limit: '50', ...query, ...more })}`
    await addList(`Partners, ${name}`, ofList)
    for (const search of PARTNER_TEXTS) add(`Partners, ${name}, by “${search}”`, ofList({ search }))
  }
  add('Partners, counts', '/partners/counts')
  for (const search of ['', ...PARTNER_TEXTS])
    add(
      `Partner names by “${search}”`,
      `/partner-names?${new URLSearchParams({ list: 'approved', search })}`,
    )
  return calls
}

/** The lists of users, and the counts of one of them. */
async function userCalls(read: Read, userId: string): Promise<Call[]> {
  const { calls, add, addList } = newCalls(read)
  const users = (query: Query) => `/users?${new URLSearchParams({ limit: '50', ...query })}`
  const { data: firstUsers } = await addList('Users', users)
  const phone = spoken(firstUsers[0]?.phone ?? '')
  for (const search of [...USER_TEXTS, phone]) {
    await addList(`Users by “${search}”`, (query) => users({ search, ...query }))
    add(`Dashboard search for “${search}”`, `/search?text=${encodeURIComponent(search)}`)
  }
  for (const group of Object.keys(BOOKING_GROUPS)) {
    const having = (query: Query) => users({ ...DAY_QUERY, has: group, ...query })
    await addList(`Users, ${group}`, having)
    for (const search of USER_TEXTS) add(`Users, ${group}, by “${search}”`, having({ search }))
  }
  add('Counts of one user', `/user/${userId}/booking-counts?${new URLSearchParams(DAY_QUERY)}`)
  return calls
}

function partnerLists(): [string, Query][] {
  return [
    ...PARTNER_LISTS.filter((list) => list !== 'approval').map((list): [string, Query] => [
      list,
      { list },
    ]),
    ...APPROVAL_STATUSES.map((status): [string, Query] => [
      `approval ${status}`,
      { list: 'approval', status },
    ]),
  ]
}

/** Returns a phone as people dictate it. */
function spoken(phone: string): string {
  return `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`
}

/** Asks one partner again and again to upload a document, with another reason. */
async function decisions(read: Read, grant: string) {
  const listed = await Promise.all(
    ['RKYC', 'pending'].map((status) =>
      read<Page>(`/partners?list=approval&status=${status}&limit=1`),
    ),
  )
  const id = listed.flatMap(({ data }) => data)[0]?._id
  if (!id) throw new Error('The population has no partner who waits for a decision.')
  return () => {
    const reason = `AADHAR: measured at ${performance.now()}`
    const body = { status: 'RKYC', kycStatus: 'RKYC', reason }
    return read(`/partners/${id}`, {
      method: 'PUT',
      headers: { 'x-elevation': grant },
      body: JSON.stringify(body),
    })
  }
}

/** Alternates between two partners of a booking, so that each run changes something. */
function swaps(read: Read, id: string, partners: Page['data']) {
  let turn = 0
  return () => {
    turn += 1
    const partnerId = partners[turn % 2]?._id
    const body = { partnerId, partnerName: `Bench ${turn}`, partnerMobile: '' }
    return read(`/bookings/${id}`, { method: 'PATCH', body: JSON.stringify(body) })
  }
}
