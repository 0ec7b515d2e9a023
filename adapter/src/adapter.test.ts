import { ApiError } from '@mandap/client/api-error.ts'
import type { Transport, TransportRequest } from '@mandap/client/transport.ts'
import { answeringServer } from '@mandap/client/testing/answering-server.ts'
import { encodeBookingListing } from '@mandap/contract/codec/bookings.ts'
import type { BookingTab } from '@mandap/domain/booking/tab.ts'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { type JsonObject, readId } from '@mandap/domain/wire/read.ts'
import { type PlainHostSeed, plainHost } from '@mandap/server/testing/plain-host.ts'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Adapter, type AdapterSettings, createAdapter } from './adapter.ts'

const TODAY = { date: '2026-11-21', timeZone: 'Asia/Kolkata' } as const
const PHONE = '5550100001'

const closers: (() => Promise<void>)[] = []
const logged = vi.spyOn(console, 'warn').mockReturnValue()
afterEach(() => Promise.all(closers.splice(0).map((close) => close())))

function adapterTo(base: string, settings: Partial<AdapterSettings> = {}): Adapter {
  return createAdapter({
    base,
    apiKey: 'key-1',
    superAdminNumbers: [PHONE],
    tokens: { person: () => '', token: () => 'secret', onUnauthorised() {} },
    ...settings,
  })
}

async function arrange(seed: PlainHostSeed = {}, settings: Partial<AdapterSettings> = {}) {
  const host = await plainHost({ ...seed, token: 'secret' })
  closers.push(() => host.close())
  const adapter = adapterTo(host.url, settings)
  const calls = () => host.calls.map(({ method, path }) => `${method} ${path}`)
  return { host, adapter, calls, rows: () => rowsOf(adapter, 'booked') }
}

/** Starts a host whose calls the test answers one by one. */
async function serve(...handler: Parameters<typeof answeringServer>) {
  const server = await answeringServer(...handler)
  closers.push(server.close)
  return adapterTo(server.url)
}

async function bodyOf(adapter: Transport, request: TransportRequest): Promise<unknown> {
  return (await adapter.send(request)).body
}

async function rowsOf(adapter: Transport, tab: BookingTab): Promise<JsonObject[]> {
  const query = encodeBookingListing({ list: 'details', filter: { tab }, today: TODAY })
  const { data } = (await bodyOf(adapter, { key: 'GET /bookings', query })) as {
    data: JsonObject[]
  }
  return data
}

function swap(booking: JsonObject): TransportRequest {
  const partner = { partnerId: 'p1', partnerName: 'Ishaan Rao', partnerMobile: '90' }
  return {
    key: 'PATCH /bookings/{id}',
    params: { id: String(booking['_id']) },
    body: { ...booking, ...partner },
  }
}

describe('the calls to the host (§7)', () => {
  test('carry the session token, and only the approved list carries the api-key', async () => {
    const { host, adapter, rows, calls } = await arrange({ bookings: [bookingJson()] })
    await rows()
    await adapter.send({ key: 'GET /summary' })
    await adapter.send({ key: 'GET /partner-names', query: { list: 'approved' } })
    await adapter.send({ key: 'GET /bookings', query: { numberId: 'MB1' } })
    expect(host.calls.map(({ headers }) => headers.authorization)).toEqual(
      host.calls.map(() => 'Bearer secret'),
    )
    expect(host.calls.flatMap(({ path, headers }) => (headers['api-key'] ? [path] : []))).toEqual([
      '/partners',
    ])
    expect(calls().toSorted()).toEqual([
      'GET /bookings',
      'GET /bookings?numberId=MB1',
      'GET /partners',
      'GET /partners',
      'GET /user/all',
    ])
  })

  test('send the whole booking of a swap, even if the request contains only the partner', async () => {
    const booking = bookingJson({ _id: 'b1' })
    const { host, adapter } = await arrange({ bookings: [booking] })
    const partner = { partnerId: 'p1', partnerName: 'Ishaan Rao', partnerMobile: '90' }
    const request = { key: 'PATCH /bookings/{id}', params: { id: 'b1' }, body: partner } as const
    expect(await bodyOf(adapter, request)).toEqual({ ...booking, ...partner })
    expect(host.calls.at(-1)).toMatchObject({ method: 'PATCH', body: { ...booking, ...partner } })
  })

  test('send a decision unchanged, without the headers of our own server', async () => {
    const { host, adapter } = await arrange({ partners: [partnerJson({ _id: 'p1' })] })
    const body = { status: 'decline', ipvStatus: 'decline', reason: 'Nobody there' }
    const headers = { 'if-match': '"1"', 'x-elevation': 'super-admin' }
    const decided = await bodyOf(adapter, {
      key: 'PUT /partners/{id}',
      params: { id: 'p1' },
      headers,
      body,
    })
    expect(decided).toMatchObject({ _id: 'p1', ...body })
    const call = host.calls.at(-1)
    expect(call).toMatchObject({ method: 'PUT', path: '/partners/p1', body })
    expect(call?.headers).not.toHaveProperty('if-match')
    expect(call?.headers).not.toHaveProperty('x-elevation')
  })

  test('contain the person who deletes a partner', async () => {
    const { host, adapter } = await arrange({ partners: [partnerJson({ _id: 'p1' })] })
    const body = { deletedBy: 'Super Admin' }
    await adapter.send({ key: 'DELETE /partners/{id}', params: { id: 'p1' }, body })
    expect(host.calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/partners/p1', body })
    expect([...host.partners.keys()]).toEqual([])
  })

  test('are not sent for a call of the contract without a call in §7', async () => {
    const { adapter, calls } = await arrange()
    for (const key of ['GET /activity', 'POST /partners/{id}/restore', 'GET /session'] as const)
      await expect(adapter.send({ key })).rejects.toMatchObject({ kind: 'notFound' })
    expect(calls()).toEqual([])
  })

  test('reject an invalid query and name the parameter', async () => {
    const { adapter } = await arrange()
    const request = { key: 'GET /bookings', query: { tab: 'booked' } } as const
    const error = await adapter.send(request).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ kind: 'invalid', details: { field: 'today' } })
  })
})

describe('a whole list', () => {
  test('is fetched once for all calls that read it', async () => {
    const { adapter, rows, calls } = await arrange({ bookings: [bookingJson()] })
    const suggestions = { key: 'GET /bookings', query: { numberPrefix: 'MB', limit: 8 } } as const
    await Promise.all([rows(), rows(), adapter.send(suggestions)])
    await rows()
    expect(calls()).toEqual(['GET /bookings'])
  })

  test('contains a swap at once and is fetched again in the background', async () => {
    const { host, adapter, rows, calls } = await arrange({ bookings: [bookingJson({ _id: 'b1' })] })
    const [booking = {}] = await rows()
    await adapter.send(swap(booking))
    const changed = new Promise<void>((resolve) => adapter.watch(resolve))
    host.bookings.set('b2', bookingJson({ _id: 'b2' }))
    expect((await rows()).map(({ partnerName }) => partnerName)).toEqual(['Ishaan Rao'])
    await changed
    expect(await rows()).toHaveLength(2)
    expect(calls()).toEqual(['GET /bookings', 'PATCH /bookings/b1', 'GET /bookings'])
  })

  test('contains a swap that was made while it was fetched', async () => {
    const booking = bookingJson({ _id: 'b1' })
    const reading = Promise.withResolvers<() => void>()
    const adapter = await serve((request, response) => {
      response.setHeader('content-type', 'application/json')
      if (request.method === 'PATCH') return void response.end('{}')
      // the host reads the list before the swap and answers after it
      response.write('[')
      reading.resolve(() => response.end(`${JSON.stringify(booking)}]`))
    })
    const first = rowsOf(adapter, 'booked')
    const finish = await reading.promise
    await adapter.send(swap(booking))
    finish()
    await first
    expect(await rowsOf(adapter, 'booked')).toMatchObject([{ partnerName: 'Ishaan Rao' }])
  })

  test('lists a swapped booking under the status that the swap sent', async () => {
    const booking = bookingJson({ _id: 'b1' })
    const { adapter } = await arrange({ bookings: [booking] })
    expect(await rowsOf(adapter, 'booked')).toHaveLength(1)
    await adapter.send(swap({ ...booking, status: 'visited' }))
    expect(await rowsOf(adapter, 'booked')).toHaveLength(0)
    expect(await rowsOf(adapter, 'visited')).toHaveLength(1)
  })

  test('leaves out a deleted partner and contains a decision at once', async () => {
    const partners = ['p1', 'p2'].map((_id) => partnerJson({ _id, status: 'pending' }))
    const { adapter } = await arrange({ partners })
    const pending = async () => {
      const query = { list: 'approval', status: 'pending' } as const
      const { data } = (await bodyOf(adapter, { key: 'GET /partners', query })) as {
        data: JsonObject[]
      }
      return data.map(readId).toSorted()
    }
    expect(await pending()).toEqual(['p1', 'p2'])
    await adapter.send({
      key: 'PUT /partners/{id}',
      params: { id: 'p1' },
      body: { status: 'AKYC', kycStatus: 'AKYC' },
    })
    expect(await pending()).toEqual(['p2'])
    const body = { deletedBy: 'Super Admin' }
    await adapter.send({ key: 'DELETE /partners/{id}', params: { id: 'p2' }, body })
    expect(await pending()).toEqual([])
  })

  test('answers calls while it is fetched again because it is too old', async () => {
    const { host, adapter, rows } = await arrange({ bookings: [bookingJson()] }, { maxAge: 0 })
    await rows()
    host.bookings.clear()
    const changed = new Promise<void>((resolve) => adapter.watch(resolve))
    expect(await rows()).toHaveLength(1)
    await changed
    expect(await rows()).toHaveLength(0)
  })

  test('is kept if it cannot be fetched again', async () => {
    const { host, rows } = await arrange({ bookings: [bookingJson()] }, { maxAge: 0 })
    await rows()
    host.failures.set('GET /bookings', 500)
    logged.mockClear()
    await rows()
    await expect.poll(() => logged).toHaveBeenCalled()
    expect(await rows()).toHaveLength(1)
  })

  test('is fetched again by the next call after a failure', async () => {
    const { host, rows } = await arrange({ bookings: [bookingJson()] })
    host.failures.set('GET /bookings', 500)
    await expect(rows()).rejects.toMatchObject({ kind: 'server' })
    host.failures.clear()
    expect(await rows()).toHaveLength(1)
  })

  test('is discarded by a refresh', async () => {
    const { host, adapter, rows } = await arrange({ bookings: [bookingJson()] })
    await rows()
    host.bookings.clear()
    adapter.refresh()
    expect(await rows()).toEqual([])
  })

  test('is fetched again by the next read after it expired, at least 10 s after it was fetched', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { host, adapter, rows, calls } = await arrange({ bookings: [bookingJson()] })
    await rows()
    host.bookings.clear()
    adapter.expire()
    await rows()
    vi.setSystemTime(Date.now() + 10_000)
    adapter.expire()
    expect(await rows()).toHaveLength(1)
    await expect.poll(rows).toHaveLength(0)
    expect(calls()).toEqual(['GET /bookings', 'GET /bookings'])
  })

  test('does not answer an aborted call', async () => {
    const { adapter } = await arrange({ bookings: [bookingJson()] })
    const query = encodeBookingListing({
      list: 'details',
      filter: { tab: 'booked' },
      today: TODAY,
    })
    const signal = AbortSignal.abort(new Error('left'))
    await expect(adapter.send({ key: 'GET /bookings', query }, signal)).rejects.toThrow('left')
  })
})

describe('a write that fails', () => {
  const params = { id: 'p1' }
  const decision = { key: 'PUT /partners/{id}', params, body: { status: 'AKYC' } } as const
  const deletion = { key: 'DELETE /partners/{id}', params, body: { deletedBy: 'Anu' } } as const
  const pending = { key: 'GET /partners', query: { list: 'approval', status: 'pending' } } as const
  const approved = { key: 'GET /partner-names', query: { list: 'approved' } } as const
  const partners = [partnerJson({ _id: 'p1', status: 'pending' })]

  test('without an answer lets the next read fetch the list, which stays until then', async () => {
    let stored = bookingJson({ _id: 'b1' })
    const adapter = await serve((request, response) => {
      response.setHeader('content-type', 'application/json')
      if (request.method === 'GET') return void response.end(JSON.stringify([stored]))
      stored = { ...stored, partnerName: 'Ishaan Rao' }
      request.socket.destroy()
    })
    const names = async () => (await rowsOf(adapter, 'booked')).map((row) => row['partnerName'])
    const [before] = await names()
    const failed = adapter.send(swap(stored))
    await expect(failed).rejects.toMatchObject({ kind: 'unreachable' })
    expect(await names()).toEqual([before])
    await expect.poll(names).toEqual(['Ishaan Rao'])
  })

  test.each([404, 500])('with status %i lets the next read fetch the bookings', async (status) => {
    const { host, adapter, rows, calls } = await arrange({ bookings: [bookingJson()] })
    const [booking = {}] = await rows()
    host.failures.set('PATCH /bookings/{id}', status)
    await expect(adapter.send(swap(booking))).rejects.toThrow(ApiError)
    await rows()
    await expect.poll(() => calls().filter((call) => call === 'GET /bookings')).toHaveLength(2)
  })

  test.each([
    ['decision', 404, decision],
    ['decision', 500, decision],
    ['deletion', 500, deletion],
  ])('as a %s with status %i lets the next reads fetch both lists', async (_, status, write) => {
    const { host, adapter, calls } = await arrange({ partners })
    const read = () => Promise.all([adapter.send(pending), adapter.send(approved)])
    await read()
    host.failures.set(write.key, status)
    await expect(adapter.send(write)).rejects.toThrow(ApiError)
    await read()
    await expect.poll(() => calls().filter((call) => call === 'GET /partners')).toHaveLength(4)
  })

  test('because the partner to delete no longer exists removes the partner at once', async () => {
    const { host, adapter } = await arrange({ partners })
    await adapter.send(pending)
    host.partners.clear()
    await expect(adapter.send(deletion)).rejects.toMatchObject({ kind: 'notFound' })
    expect(await bodyOf(adapter, pending)).toMatchObject({ data: [], total: 0 })
  })

  test.each([400, 401, 403, 409, 422, 429])(
    'with status %i has changed nothing, so no list is fetched again',
    async (status) => {
      const { host, adapter, rows, calls } = await arrange({ bookings: [bookingJson()], partners })
      const read = () => Promise.all([rows(), adapter.send(pending)])
      const [[booking = {}]] = await read()
      for (const write of [swap(booking), decision, deletion]) {
        host.failures.set(write.key, status)
        await expect(adapter.send(write)).rejects.toThrow(ApiError)
      }
      await read()
      await adapter.send({ key: 'GET /partners/{id}', params })
      for (const list of ['GET /bookings', 'GET /partners'])
        expect(calls().filter((call) => call === list)).toHaveLength(1)
    },
  )
})

describe('the bookings with a number (§5.4)', () => {
  test('are only those with exactly this number, also if the host answers with all', async () => {
    const wanted = bookingJson({ _id: 'b1', numberId: 'mb-26 a1042' })
    const longer = bookingJson({ _id: 'b2', numberId: 'MB26A10421' })
    const { _id, ...withoutId } = bookingJson({ numberId: 'MB26A1042' })
    const adapter = await serve((_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify([wanted, longer, withoutId]))
    })
    const request = { key: 'GET /bookings', query: { numberId: 'MB26A1042' } } as const
    expect(await bodyOf(adapter, request)).toEqual([wanted])
  })
})

describe('a list that fails (§7)', () => {
  test('counts as 0 and is named in the summary', async () => {
    const { host, adapter } = await arrange({ partners: [partnerJson()] })
    host.failures.set('GET /bookings', 500)
    expect(await bodyOf(adapter, { key: 'GET /summary' })).toEqual({
      users: 0,
      bookings: 0,
      partners: 1,
      bookingsByStatus: {},
      failed: ['bookings'],
    })
  })

  test('is named in a search, which returns the results of the other lists', async () => {
    const { host, adapter } = await arrange({
      bookings: [bookingJson({ _id: 'b1', location: 'Goa' })],
    })
    host.failures.set('GET /user/all', 500)
    expect(await bodyOf(adapter, { key: 'GET /search', query: { text: 'goa' } })).toMatchObject({
      data: { users: [], bookings: [{ _id: 'b1' }], partners: [], failed: ['users'] },
    })
  })

  test('makes a search fail if all others fail too', async () => {
    const { host, adapter } = await arrange()
    for (const call of ['GET /bookings', 'GET /user/all', 'GET /partners'])
      host.failures.set(call, 500)
    const request = { key: 'GET /search', query: { text: 'goa' } } as const
    await expect(adapter.send(request)).rejects.toMatchObject({ kind: 'server' })
  })
})

describe('a single record', () => {
  test('has the requested id if the host leaves it out', async () => {
    const { host, adapter } = await arrange()
    const params = { id: 'x1' }
    const user = { fullName: 'Kavya Nair' }
    host.users.set('x1', user)
    expect(await bodyOf(adapter, { key: 'GET /user/{id}', params })).toEqual({
      data: { ...user, _id: 'x1' },
    })
    const partner = { name: 'Gita Rao' }
    host.partners.set('x1', partner)
    expect(await bodyOf(adapter, { key: 'GET /partners/{id}', params })).toEqual({
      ...partner,
      _id: 'x1',
    })
    const tempPartner = { PartnerName: 'Sana Shaikh' }
    host.tempPartners.set('x1', tempPartner)
    expect(await bodyOf(adapter, { key: 'GET /temp-partner/{id}', params })).toEqual({
      ...tempPartner,
      _id: 'x1',
    })
  })

  test.each(['GET /user/{id}', 'GET /partners/{id}', 'GET /temp-partner/{id}'] as const)(
    'fails as malformed if the answer to %s has neither an id nor a name or contact',
    async (key) => {
      const adapter = await serve((_request, response) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ data: { status: 'approved' } }))
      })
      await expect(adapter.send({ key, params: { id: 'x1' } })).rejects.toMatchObject({
        kind: 'malformed',
      })
    },
  )

  test('masks personal numbers until one is revealed', async () => {
    const partner = partnerJson({ _id: 'p1', aadharNo: '123412341234' })
    const { adapter } = await arrange({ partners: [partner] })
    const params = { id: 'p1' }
    expect(await bodyOf(adapter, { key: 'GET /partners/{id}', params })).toMatchObject({
      aadharNo: 'XXXX XXXX 1234',
    })
    const reveal = { key: 'POST /partners/{id}/reveal', params } as const
    expect(await bodyOf(adapter, { ...reveal, body: { field: 'aadharNo' } })).toEqual({
      data: { value: '123412341234' },
    })
    await expect(adapter.send({ ...reveal, body: { field: 'nothing' } })).rejects.toMatchObject({
      kind: 'notFound',
    })
  })
})

describe('Super Admin (§5.1, §5.2)', () => {
  const sendOtp = (numbers: string) => ({ key: 'POST /otp/sms', body: { numbers } }) as const
  const verify = (challengeId: string, otp: string) =>
    ({ key: 'POST /otp/verify', body: { challengeId, otp } }) as const

  test('starts with the OTP that the host sent, and does not expire', async () => {
    const { host, adapter } = await arrange()
    const { data } = (await bodyOf(adapter, sendOtp(PHONE))) as { data: { challengeId: string } }
    expect(data).not.toHaveProperty('otp')
    const wrong = host.otps.at(-1) === '111111' ? '222222' : '111111'
    await expect(adapter.send(verify(data.challengeId, wrong))).rejects.toMatchObject({
      code: 'WRONG_OTP',
      message: 'Incorrect OTP',
      details: { call: 'POST /otp/verify' },
    })
    const granted = await bodyOf(adapter, verify(data.challengeId, host.otps.at(-1) ?? ''))
    expect(granted).toEqual({ data: { grant: expect.any(String), expiresAt: null } })
    expect(await bodyOf(adapter, { key: 'GET /elevation' })).toEqual({ data: { expiresAt: null } })
  })

  test('answers the OTP only if the host sends no SMS', async () => {
    const { host, adapter } = await arrange({}, { answersOtp: true })
    expect(await bodyOf(adapter, sendOtp(PHONE))).toMatchObject({ data: { otp: host.otps[0] } })
  })

  test('rejects other numbers without a call', async () => {
    const { adapter, calls } = await arrange()
    await expect(adapter.send(sendOtp('9812345678'))).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'NOT_AUTHORIZED',
      details: { call: 'POST /otp/sms' },
    })
    await expect(adapter.send(sendOtp('98'))).rejects.toMatchObject({ kind: 'invalid' })
    expect(calls()).toEqual([])
  })

  test.each([
    ['a status that is not OK', { status: 'FAILED', data: { otp: '123456' } }],
    ['no OTP', { status: 'OK', data: {} }],
  ])('fails on an answer with %s (§8)', async (_, body) => {
    const adapter = await serve((_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body))
    })
    await expect(adapter.send(sendOtp(PHONE))).rejects.toMatchObject({
      message: 'Failed to send OTP',
    })
  })
})
