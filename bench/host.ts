// Measures how fast our server answers the console's calls, on its own population.
// node scripts/run.mjs bench/host.ts [--bookings 100000] [--runs 100]
import { parseArgs } from 'node:util'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { today } from '@mandap/domain/time/days.ts'
import { startServer } from '@mandap/server/testing/server.ts'
import { type Measurement, measure, printMeasurements } from './measure.ts'
import { populate } from './population.ts'

const { values } = parseArgs({
  options: {
    bookings: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '100' },
  },
})
const bookings = Number(values.bookings)
const runs = Number(values.runs)

const population = await populate(bookings)
const server = await startServer(population.url)
const { idToken } = await server.signIn()

try {
  const list = (query: Record<string, string>) =>
    `/bookings?${new URLSearchParams({
      today: today(Date.now(), 'Asia/Kolkata').date,
      timeZone: 'Asia/Kolkata',
      sort: 'newest',
      limit: '50',
      ...query,
    }).toString()}`
  const of = (query: Record<string, string>) =>
    `/bookings?${new URLSearchParams({ limit: '50', ...query }).toString()}`
  const now = new Date().toISOString()
  const first = await read<{ data: unknown[]; next: string | null; total: number | null }>(
    list({ tab: 'upcoming' }),
  )
  const sample = bookingFrom(first.data[0])
  if (first.next === null) throw new Error('The population has no two pages of upcoming events.')

  const { data: users } = await read<{ data: { phone: string }[] }>('/users?limit=1&skip=1000')
  const phone = spoken(users[0]?.phone ?? '')
  const { data: partners } = await read<{ data: { _id: string }[] }>(
    '/partners?list=approved&limit=60',
  )

  const calls = {
    'Booked, newest first': list({ tab: 'booked' }),
    'Upcoming, newest first': list({ tab: 'upcoming' }),
    'Upcoming, oldest first': list({ tab: 'upcoming', sort: 'oldest' }),
    'Upcoming, the next page': list({ tab: 'upcoming', after: first.next }),
    'Upcoming, a jump ahead': list({ tab: 'upcoming', skip: '1000' }),
    'Upcoming, a jump to its middle': list({
      tab: 'upcoming',
      skip: String(Math.floor((first.total ?? 0) / 2)),
    }),
    'Booked, oldest first': list({ tab: 'booked', sort: 'oldest' }),
    'Booked, on a day': list({
      tab: 'booked',
      bookedDate: today(Date.now() - 20 * 86_400_000, 'Asia/Kolkata').date,
    }),
    'Booked, by the start of a number': list({
      tab: 'booked',
      numberPrefix: sample.numberId.slice(0, 5),
    }),
    Inprogress: list({ tab: 'inprogress' }),
    Completed: list({ tab: 'completed' }),
    'Upcoming, Next Month': list({ tab: 'upcoming', eventDate: 'nextMonth' }),
    'Upcoming, Photography': list({ tab: 'upcoming', service: 'Photography' }),
    'Upcoming, of one partner': list({ tab: 'upcoming', partnerName: sample.partnerName }),
    'Ended, not completed': list({ list: 'ended' }),
    'Ended, not completed, Catering': list({ list: 'ended', service: 'Catering' }),
    'found, a common word': of({ list: 'found', search: 'wedding' }),
    'found, a common word, a jump ahead': of({ list: 'found', search: 'wedding', skip: '5000' }),
    'found, a city': of({ list: 'found', search: 'jaipur' }),
    'found, two words in another order than stored': of({
      list: 'found',
      search: 'jaipur wedding',
    }),
    'found, two rare short words': of({ list: 'found', search: 'zq xj' }),
    'found, a word without matches': of({ list: 'found', search: 'qwertz' }),
    'Expired, newest first': of({ list: 'expired', now }),
    'Expired, a jump to its middle': of({ list: 'expired', now, skip: String(bookings >> 2) }),
    'Expired, by the start of a number': of({
      list: 'expired',
      now,
      numberPrefix: sample.numberId.slice(0, 2),
    }),
    'of one partner': of({ list: 'ofPartner', partnerId: sample.partnerId }),
    'of one customer': of({ list: 'ofUser', userId: sample.userId }),
    'of 60 partners on the days of an event': of({
      list: 'onDays',
      partnerIds: JSON.stringify(partners.map(({ _id }) => _id)),
      firstDay: today(sample.dateFrom ?? Date.now(), 'Asia/Kolkata').date,
      lastDay: today(sample.dateTo ?? Date.now(), 'Asia/Kolkata').date,
      timeZone: 'Asia/Kolkata',
    }),
    suggestions: `/bookings?numberPrefix=${sample.numberId.slice(0, 4)}&limit=8`,
    'lookup of a number': `/bookings?numberId=${sample.numberId}`,
    'one booking': `/bookings/${sample.id}`,
    'the dashboard’s counts': '/summary',
    'totals of all bookings': `/totals?${dayOf()}`,
    'users, by name': '/users?limit=50',
    'users, a jump ahead': '/users?limit=50&skip=1000',
    'users, searched': '/users?limit=50&search=nair',
    'users, searched by two letters': '/users?limit=50&search=ka',
    'users, searched by a rare letter': '/users?limit=50&search=q',
    'users, searched by family name first': '/users?limit=50&search=nair%20ka',
    'users, searched by a phone with spaces': `/users?limit=50&search=${phone}`,
    'the dashboard’s search, by a phone with spaces': `/search?text=${phone}`,
    'the dashboard’s search, by family name first': '/search?text=nair%20ka',
    'users with pending bookings': `/users?limit=50&has=pending&${dayOf()}`,
    'users with pending bookings, a jump ahead': `/users?limit=50&has=pending&skip=${bookings >> 4}&${dayOf()}`,
    'users with upcoming bookings': `/users?limit=50&has=upcoming&${dayOf()}`,
    'users with ongoing bookings': `/users?limit=50&has=ongoing&${dayOf()}`,
    'users with completed bookings': `/users?limit=50&has=completed&${dayOf()}`,
    'users with pending bookings, searched': `/users?limit=50&search=nair&has=pending&${dayOf()}`,
    'the counts of a user': `/user/${sample.userId}/booking-counts?${dayOf()}`,
    'partners to pick': '/partners?list=approved&limit=20',
    'partners to pick, searched': '/partners?list=approved&search=events&limit=20',
    'partner names': '/partner-names?list=approved',
  }
  const measurements: Measurement[] = []
  for (const [name, path] of Object.entries(calls))
    measurements.push(await measure(name, () => read(path), { runs }))
  measurements.push(await measure('a partner swap', await swapOf(sample.id), { runs }))
  printMeasurements(`${bookings.toLocaleString('en-IN')} bookings`, measurements)
} finally {
  await server.close()
  await population.drop()
}

/** Returns a phone as people dictate it, encoded for a query. */
function spoken(phone: string): string {
  return encodeURIComponent(`+91 ${phone.slice(0, 5)} ${phone.slice(5)}`)
}

/** The operator's day as a query. */
function dayOf(): string {
  const { date, timeZone } = today(Date.now(), 'Asia/Kolkata')
  return new URLSearchParams({ today: date, timeZone }).toString()
}

async function read<T>(path: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(server.url + path, {
    ...init,
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Alternates between two partners of a booking, so that each run changes something. */
async function swapOf(id: string) {
  const { data } = await read<{ data: { _id: string }[] }>('/partners?list=approved&limit=2')
  let turn = 0
  return () => {
    turn += 1
    const partnerId = data[turn % 2]?._id
    const body = { partnerId, partnerName: `Bench ${turn}`, partnerMobile: '' }
    return read(`/bookings/${id}`, { method: 'PATCH', body: JSON.stringify(body) })
  }
}
