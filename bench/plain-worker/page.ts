import { workerTransport } from '@mandap/adapter/worker-transport.ts'
import type { TransportRequest } from '@mandap/client/transport.ts'
import { encodeBookingListing } from '@mandap/contract/codec/bookings.ts'
import type { BookingFilter } from '@mandap/domain/booking/filter.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import { readNumber, readObject } from '@mandap/domain/wire/read.ts'

export interface Measurement {
  what: string
  milliseconds: number
  /** The longest time in which the page could not paint. */
  held: number
  rows: number
}

declare global {
  interface Window {
    measure: (today: Today) => Promise<Measurement[]>
  }
}

/** The steps of an administrator with a long list, in order. */
window.measure = async (today) => {
  const transport = workerTransport(
    { base: '', apiKey: null, superAdminNumbers: [], timeout: 120_000 },
    { person: () => '', token: () => null, onUnauthorised: () => {} },
  )
  const send = async (request: TransportRequest) => readObject((await transport.send(request)).body)
  const page = (filter: BookingFilter, skip = 0) =>
    measured(
      `${Object.values(filter).join(' ')}${skip ? ` from ${skip}` : ''}`,
      { ...encodeBookingListing({ list: 'details', filter, today }), limit: 50, skip },
      ({ total }) => readNumber(total) ?? 0,
    )
  const measured = (
    what: string,
    query: TransportRequest['query'],
    rowsOf: (body: Awaited<ReturnType<typeof send>>) => number,
    key: TransportRequest['key'] = 'GET /bookings',
  ) => timed(what, async () => rowsOf(await send({ key, query })))

  const measurements = [await page({ tab: 'booked' })]
  const total = measurements[0]?.rows ?? 0
  measurements.push(await page({ tab: 'upcoming' }), await page({ tab: 'booked' }, total >> 1))
  for (const numberId of ['M', 'MB', 'MB2', 'MB26', 'MB26K', 'MB26K1'])
    measurements.push(await page({ tab: 'booked', numberId }))
  measurements.push(
    await page({ tab: 'booked', sort: 'oldest' }),
    await page({ tab: 'booked', service: 'Catering', eventDate: 'nextMonth' }),
    await measured('suggestions for MB26', { numberPrefix: 'MB26', limit: 8 }, ({ data }) =>
      Array.isArray(data) ? data.length : 0,
    ),
    await measured('summary', {}, ({ bookings }) => readNumber(bookings) ?? 0, 'GET /summary'),
  )
  return measurements
}

async function timed(what: string, work: () => Promise<number>): Promise<Measurement> {
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
  const end = performance.now()
  running = false
  // the answer may arrive before the timer of a page that was held until now
  return { what, milliseconds: end - start, held: Math.max(held, end - last), rows }
}
