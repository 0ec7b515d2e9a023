import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import type { BookingTab } from '@mandap/domain/booking/tab.ts'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { type PlainHostSeed, plainHost as plainServer } from '@mandap/server/testing/plain-host.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Line } from '../call.ts'
import { answeringServer } from '../testing/answering-server.ts'
import { exportSuite } from '../testing/export.suite.ts'
import { hostSuite, PHONE } from '../testing/host.suite.ts'
import { partnerSuite } from '../testing/partner.suite.ts'
import { searchSuite } from '../testing/search.suite.ts'
import { TODAY } from '../testing/seed.ts'
import { userSuite } from '../testing/user.suite.ts'
import type { ListSettings } from './lists.ts'
import { plainHost } from './plain-host.ts'

describe.each(['bare', 'data'] as const)('a plain host, lists %s', (lists) => {
  hostSuite(async (seed) => {
    const server = await plainServer({ ...seed, lists, token: 'secret' })
    return {
      host: plainHost(lineTo(server.url), { apiKey: 'key-1', superAdminNumbers: [PHONE] }),
      stored: (kind, id) => Promise.resolve(server[kind].get(id)),
      close: () => server.close(),
    }
  })
})

describe('a plain host of partners', () => {
  partnerSuite(async (partners) => {
    const server = await plainServer({ partners, token: 'secret' })
    return {
      host: plainHost(lineTo(server.url), { apiKey: 'key-1' }),
      stored: (id) => Promise.resolve(server.partners.get(id)),
      close: () => server.close(),
    }
  })
})

describe('a plain host’s exports', () => {
  exportSuite(async (seed) => {
    const server = await plainServer({ ...seed, token: 'secret' })
    return {
      host: plainHost(lineTo(server.url), { apiKey: 'key-1' }),
      close: () => server.close(),
    }
  })
})

describe('a plain host of users', () => {
  userSuite(async (seed) => {
    const server = await plainServer({ ...seed, token: 'secret' })
    return {
      host: plainHost(lineTo(server.url), { apiKey: 'key-1' }),
      close: () => server.close(),
    }
  })
})

describe('a plain host’s search', () => {
  searchSuite(async (seed) => {
    const server = await plainServer({ ...seed, token: 'secret' })
    return {
      host: plainHost(lineTo(server.url), { apiKey: null }),
      close: () => server.close(),
    }
  })
})

describe('a plain host', () => {
  const closers: (() => Promise<void>)[] = []
  const logged = vi.spyOn(console, 'warn').mockReturnValue()
  afterEach(() => Promise.all(closers.splice(0).map((close) => close())))

  async function aHost(seed: PlainHostSeed = {}, settings: Partial<ListSettings> = {}) {
    const server = await plainServer({ ...seed, token: 'secret' })
    closers.push(() => server.close())
    const host = plainHost(lineTo(server.url), {
      apiKey: 'key-1',
      superAdminNumbers: [PHONE],
      ...settings,
    })
    const page = () => host.bookingsPage({ listing: details('booked'), limit: 50 })
    const calls = () => server.calls.map(({ method, path }) => `${method} ${path}`)
    return { server, host, page, calls }
  }

  test('every call carries the session token, and only the approved list the api-key (§7)', async () => {
    const { server, host, page, calls } = await aHost({ bookings: [bookingJson()] })
    await page()
    await host.summary()
    await host.approvedPartnerNames()
    await host.bookingsNumbered('MB1')
    expect(server.calls.map(({ headers }) => headers.authorization)).toEqual(
      server.calls.map(() => 'Bearer secret'),
    )
    expect(server.calls.flatMap(({ path, headers }) => (headers['api-key'] ? [path] : []))).toEqual(
      ['/partners'],
    )
    expect(calls().toSorted()).toEqual([
      'GET /bookings',
      'GET /bookings?numberId=MB1',
      'GET /partners',
      'GET /partners',
      'GET /user/all',
    ])
  })

  test('a search finds what the other lists hold when one cannot be fetched (§7)', async () => {
    const { server, host } = await aHost({
      bookings: [bookingJson({ _id: 'b1', location: 'Goa' })],
    })
    server.failures.set('GET /user/all', 500)
    expect(await host.search('goa')).toMatchObject({
      users: [],
      bookings: [{ id: 'b1' }],
      partners: [],
      failed: ['users'],
    })
  })

  test('a search in no list at all has failed, and has not found nothing', async () => {
    const { server, host } = await aHost({})
    for (const call of ['GET /bookings', 'GET /user/all', 'GET /partners'])
      server.failures.set(call, 500)
    await expect(host.search('goa')).rejects.toMatchObject({ kind: 'server' })
  })

  test('a list is fetched once, whatever is asked of it', async () => {
    const { host, page, calls } = await aHost({ bookings: [bookingJson()] })
    await Promise.all([page(), page(), host.bookingNumbersLike('MB')])
    await page()
    expect(calls()).toEqual(['GET /bookings'])
  })

  test('after a swap the list is fetched again behind what is shown', async () => {
    const { server, host, page, calls } = await aHost({ bookings: [bookingJson({ _id: 'b1' })] })
    const [booking] = (await page()).rows
    if (!booking) throw new Error('no booking')
    await host.swapBookingPartner(booking, { id: 'p1', name: 'Ishaan Rao', mobile: '90' })
    const changed = new Promise<void>((resolve) => host.watch(resolve))
    server.bookings.set('b2', bookingJson({ _id: 'b2' }))
    expect((await page()).rows.map(({ partnerName }) => partnerName)).toEqual(['Ishaan Rao'])
    await changed
    expect((await page()).rows).toHaveLength(2)
    expect(calls()).toEqual(['GET /bookings', 'PATCH /bookings/b1', 'GET /bookings'])
  })

  test('a swap made while the list is being fetched shows in it', async () => {
    const json = bookingJson({ _id: 'b1' })
    const asked = Promise.withResolvers<() => void>()
    const server = await answeringServer((request, response) => {
      response.setHeader('content-type', 'application/json')
      if (request.method === 'PATCH') return void response.end('{}')
      // read before the swap, and told after it
      response.write('[')
      asked.resolve(() => response.end(`${JSON.stringify(json)}]`))
    })
    closers.push(server.close)
    const host = plainHost(lineTo(server.url), { apiKey: null })
    const page = () => host.bookingsPage({ listing: details('booked'), limit: 50 })
    const first = page()
    const tell = await asked.promise
    await host.swapBookingPartner(bookingFrom(json), { id: 'p1', name: 'Ishaan Rao', mobile: '90' })
    tell()
    await first
    expect((await page()).rows).toMatchObject([{ id: 'b1', partnerName: 'Ishaan Rao' }])
  })

  test('a swapped booking is listed as it was read for the swap', async () => {
    const { server, host } = await aHost({ bookings: [bookingJson({ _id: 'b1' })] })
    const total = async (tab: BookingTab) =>
      (await host.bookingsPage({ listing: details(tab), limit: 50 })).total
    expect([await total('booked'), await total('visited')]).toEqual([1, 0])
    server.bookings.set('b1', { ...server.bookings.get('b1'), status: 'visited' })
    const booking = await host.booking('b1')
    await host.swapBookingPartner(booking, { id: 'p1', name: 'Ishaan Rao', mobile: '90' })
    expect([await total('booked'), await total('visited')]).toEqual([0, 1])
  })

  test('an old list is shown while it is fetched again', async () => {
    const { server, host, page } = await aHost({ bookings: [bookingJson()] }, { maxAge: 0 })
    await page()
    server.bookings.clear()
    const changed = new Promise<void>((resolve) => host.watch(resolve))
    expect((await page()).rows).toHaveLength(1)
    await changed
    expect((await page()).rows).toHaveLength(0)
  })

  test('a list that cannot be fetched again stays', async () => {
    const { server, page } = await aHost({ bookings: [bookingJson()] }, { maxAge: 0 })
    await page()
    server.failures.set('GET /bookings', 500)
    logged.mockClear()
    await page()
    await vi.waitFor(() => expect(logged).toHaveBeenCalled())
    expect((await page()).rows).toHaveLength(1)
  })

  test('a list that failed is fetched again when it is asked for again', async () => {
    const { server, page } = await aHost({ bookings: [bookingJson()] })
    server.failures.set('GET /bookings', 500)
    await expect(page()).rejects.toMatchObject({ kind: 'server' })
    server.failures.clear()
    expect((await page()).rows).toHaveLength(1)
  })

  test('what was kept is forgotten on refresh', async () => {
    const { server, host, page } = await aHost({ bookings: [bookingJson()] })
    await page()
    server.bookings.clear()
    host.refresh()
    expect((await page()).rows).toEqual([])
  })

  test('a list that is not fetched counts none, and says so (§2.4, §7)', async () => {
    const { server, host } = await aHost({ partners: [partnerJson()] })
    server.failures.set('GET /bookings', 500)
    expect(await host.summary()).toEqual({
      users: 0,
      bookings: 0,
      partners: 1,
      bookingsByStatus: {},
      failed: ['bookings'],
    })
  })

  test('a deletion says by whom, as §7 has it', async () => {
    const { server, host } = await aHost({ partners: [partnerJson({ _id: 'p1' })] })
    await host.deletePartner(await host.partner('p1'), null)
    expect(server.calls.at(-1)).toMatchObject({
      method: 'DELETE',
      path: '/partners/p1',
      body: { deletedBy: 'Super Admin' },
    })
    expect([...server.partners.keys()]).toEqual([])
  })

  test('a number that is not authorised is sent to nobody (§5.1)', async () => {
    const { host, calls } = await aHost()
    await expect(host.sendOtp('9812345678')).rejects.toMatchObject({ code: 'NOT_AUTHORIZED' })
    expect(calls()).toEqual([])
  })

  test.each([
    ['a status that is not OK', { status: 'FAILED', data: { otp: '123456' } }],
    ['no OTP', { status: 'OK', data: {} }],
  ])('an answer with %s sent no OTP (§8)', async (_, body) => {
    const server = await answeringServer((_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body))
    })
    closers.push(server.close)
    const host = plainHost(lineTo(server.url), { apiKey: null, superAdminNumbers: [PHONE] })
    await expect(host.sendOtp(PHONE)).rejects.toMatchObject({ message: 'Failed to send OTP' })
  })

  test('a decision is sent to the letter of §7, with the session as bearer', async () => {
    const { server, host } = await aHost({ partners: [partnerJson({ _id: 'p1' })] })
    await host.decide(
      await host.partner('p1'),
      { step: 'inPerson', action: 'decline', items: [], reason: ' Nobody there ' },
      { grant: null },
    )
    expect(server.calls.at(-1)).toMatchObject({
      method: 'PUT',
      path: '/partners/p1',
      headers: { authorization: 'Bearer secret' },
      body: { status: 'decline', ipvStatus: 'decline', reason: 'Nobody there' },
    })
  })

  test('a booking changed by someone else is overwritten, for §7 knows no versions', async () => {
    const { server, host, page } = await aHost({ bookings: [bookingJson({ _id: 'b1' })] })
    const [booking] = (await page()).rows
    if (!booking) throw new Error('no booking')
    server.bookings.set('b1', { ...server.bookings.get('b1'), location: 'Udaipur' })
    await host.swapBookingPartner(booking, { id: 'p1', name: 'Ishaan Rao', mobile: '90' })
    expect(server.bookings.get('b1')).toMatchObject({ location: 'Jaipur', partnerId: 'p1' })
  })
})

function details(tab: BookingTab) {
  return { list: 'details', filter: { tab }, today: TODAY } as const
}

function lineTo(base: string): Line {
  return { base, token: () => 'secret', onUnauthorised: () => {} }
}
