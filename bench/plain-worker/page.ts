import type { BookingFilter } from '@mandap/domain/booking/filter.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import { plainHost } from '../../console/src/host/plain/plain-host.ts'

export interface Measurement {
  what: string
  milliseconds: number
  /** The longest that the page could not paint meanwhile. */
  held: number
  rows: number
}

declare global {
  interface Window {
    measure: (today: Today) => Promise<Measurement[]>
  }
}

/** What an administrator does with a long list, one thing after the other. */
window.measure = async (today) => {
  const host = plainHost(
    { base: '', token: () => null, onUnauthorised: () => {}, timeout: 120_000 },
    { apiKey: null },
  )
  const page = (filter: BookingFilter, skip = 0) =>
    measured(`${Object.values(filter).join(' ')}${skip ? ` from ${skip}` : ''}`, () =>
      host
        .bookingsPage({ listing: { list: 'details', filter, today }, limit: 50, skip })
        .then(({ total }) => total ?? 0),
    )
  const measurements = [await page({ tab: 'booked' })]
  const total = measurements[0]?.rows ?? 0
  measurements.push(await page({ tab: 'upcoming' }), await page({ tab: 'booked' }, total >> 1))
  for (const numberId of ['M', 'MB', 'MB2', 'MB26', 'MB26K', 'MB26K1'])
    measurements.push(await page({ tab: 'booked', numberId }))
  measurements.push(
    await page({ tab: 'booked', sort: 'oldest' }),
    await page({ tab: 'booked', service: 'Catering', eventDate: 'nextMonth' }),
    await measured(
      'suggestions for MB26',
      async () => (await host.bookingNumbersLike('MB26')).length,
    ),
    await measured('summary', async () => (await host.summary()).bookings),
  )
  return measurements
}

async function measured(what: string, work: () => Promise<number>): Promise<Measurement> {
  const start = performance.now()
  let [last, held, running] = [start, 0, true]
  const watch = () => {
    const now = performance.now()
    held = Math.max(held, now - last)
    last = now
    if (running) setTimeout(watch)
  }
  watch()
  const rows = await work()
  const milliseconds = performance.now() - start
  running = false
  return { what, milliseconds, held, rows }
}
