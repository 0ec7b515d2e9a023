import type { RequestListener } from 'node:http'
import type { Call } from '@mandap/contract/call.ts'
import { CALLS } from '@mandap/contract/calls.ts'
import { aBooking, aPartner, bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { scratchDatabase } from '@mandap/server/testing/database.ts'
import { upsertAll } from '@mandap/server/testing/records.ts'
import { startServer } from '@mandap/server/testing/server.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { answeringServer } from '../testing/answering-server.ts'
import { droppingProxy } from '../testing/dropping-proxy.ts'
import { type RecordCalls, recordCalls } from '../testing/record-calls.ts'
import { createClient } from './client.ts'
import { httpTransport } from './http-transport.ts'

const MANUAL = {
  PartnerName: 'Rohan Das',
  companyName: '',
  companyLocation: '',
  companyNumber: '',
  personalNumber: '9830098300',
  companyEmailId: '',
}
const MEERA = { id: 'meera', name: 'Meera Joshi', mobile: '9822098220' }
const ISHAAN = { id: 'ishaan', name: 'Ishaan Rao', mobile: '9000090000' }
const APPROVAL = { step: 'onlineKyc', action: 'approve', items: [], reason: '' } as const

const BOOKING = aBooking()
const PARTNER = aPartner()

/** Every write that may be repeated. */
const WRITES: Record<string, (calls: RecordCalls) => Promise<unknown>> = {
  'PATCH /bookings/{id}': (calls) => calls.swapBookingPartner(BOOKING, MEERA),
  'PUT /partners/{id}': (calls) => calls.decide(PARTNER, APPROVAL, { grant: null }),
  'DELETE /partners/{id}': (calls) => calls.deletePartner(PARTNER, 'a grant'),
  'POST /partners/{id}/restore': (calls) => calls.restorePartner(PARTNER.id, 'a grant'),
  'POST /temp-partner': (calls) => calls.createTempPartner(MANUAL),
}

function callsOf(base: string, token: () => string): RecordCalls {
  const tokens = { person: () => '', token, onUnauthorised: () => {} }
  return recordCalls(createClient(httpTransport({ base, tokens, retryDelays: [0, 0] })))
}

describe('on our server, a write whose answer is lost', () => {
  let scratch: Awaited<ReturnType<typeof scratchDatabase>>
  let server: Awaited<ReturnType<typeof startServer>>
  let proxy: Awaited<ReturnType<typeof droppingProxy>>
  let calls: RecordCalls
  let grant: string
  let made = 0

  beforeAll(async () => {
    scratch = await scratchDatabase()
    server = await startServer(scratch.url)
    proxy = await droppingProxy(server.url)
    const { idToken } = await server.signIn()
    grant = await server.elevate(idToken)
    const token = () => idToken
    calls = callsOf(proxy.url, token)
    const partners = [MEERA, ISHAAN].map(({ id, name }) => partnerJson({ _id: id, name }))
    await upsertAll(server.db, { bookings: [], partners, users: [], tempPartners: [] })
  })
  afterAll(async () => {
    await proxy.close()
    await server.close()
    await scratch.drop()
  })

  /** Creates a booking and a partner for one test. */
  async function records() {
    made += 1
    const [bookingId, partnerId] = [`b${made}`, `p${made}`]
    const bookings = [bookingJson({ _id: bookingId, partnerName: 'Aarav Mehta' })]
    const partners = [partnerJson({ _id: partnerId, status: 'pending' })]
    await upsertAll(server.db, { bookings, partners, users: [], tempPartners: [] })
    return { booking: await calls.booking(bookingId), partner: await calls.partner(partnerId) }
  }

  const auditKindsOf = async (id: string) =>
    (
      await server.db
        .selectFrom('activity')
        .select('kind')
        .where('subject_id', '=', id)
        .orderBy('id')
        .execute()
    ).map(({ kind }) => kind)

  const keys = () => new Set(proxy.passed.map(({ key }) => key))

  test('is repeated with its key and executed once: a swap', async () => {
    const { booking } = await records()
    proxy.drop(2)
    const swapped = await calls.swapBookingPartner(booking, MEERA)
    expect(swapped).toMatchObject({ partnerName: 'Meera Joshi', version: 2 })
    expect(proxy.passed).toHaveLength(3)
    expect(keys().size).toBe(1)
    expect(await auditKindsOf(booking.id)).toEqual(['swap'])
  })

  test('is repeated with its key and executed once: a decision', async () => {
    const { partner } = await records()
    proxy.drop(1)
    expect(await calls.decide(partner, APPROVAL, { grant: null })).toMatchObject({
      status: 'AKYC',
      version: 2,
    })
    expect(await auditKindsOf(partner.id)).toEqual(['decide'])
  })

  test('is repeated with its key and executed once: a deletion, and its restoration', async () => {
    const { partner } = await records()
    proxy.drop(1)
    await calls.deletePartner(partner, grant)
    proxy.drop(1)
    await calls.restorePartner(partner.id, grant)
    // the same call again is another write, not a repetition
    await calls.deletePartner(partner, grant)
    await calls.restorePartner(partner.id, grant)
    expect(await auditKindsOf(partner.id)).toEqual(['delete', 'restore', 'delete', 'restore'])
    expect(await calls.partner(partner.id)).toMatchObject({ id: partner.id })
  })

  test('is repeated with its key and executed once: a partner entered by hand', async () => {
    const before = await server.db.selectFrom('temp_partner').select('id').execute()
    proxy.drop(1)
    const { id } = await calls.createTempPartner(MANUAL)
    const after = await server.db.selectFrom('temp_partner').select('id').execute()
    expect(after).toHaveLength(before.length + 1)
    expect(after.map((row) => row.id)).toContain(id)
  })

  test('fails after two repetitions, and the same write has the same key when a person repeats it', async () => {
    const { booking } = await records()
    proxy.drop(3)
    const lost = calls.swapBookingPartner(booking, MEERA)
    await expect(lost).rejects.toMatchObject({ kind: 'unreachable' })
    expect(proxy.passed).toHaveLength(3)
    const again = await calls.swapBookingPartner(booking, MEERA)
    expect(again).toMatchObject({ partnerName: 'Meera Joshi', version: 2 })
    expect(keys().size).toBe(1)
    expect(await auditKindsOf(booking.id)).toEqual(['swap'])
  })

  test('is another write after its content has changed', async () => {
    const { booking } = await records()
    proxy.drop(3)
    await expect(calls.swapBookingPartner(booking, MEERA)).rejects.toThrow("Can't reach the server")
    // the server executed the first write, so the second one has a conflict
    await expect(calls.swapBookingPartner(booking, ISHAAN)).rejects.toMatchObject({
      kind: 'conflict',
      details: { body: { current: { partnerName: 'Meera Joshi' } } },
    })
    expect(keys().size).toBe(2)
  })

  test('is not repeated by a later write of the record', async () => {
    const { partner } = await records()
    proxy.drop(3)
    await expect(calls.deletePartner(partner, grant)).rejects.toThrow("Can't reach the server")
    await calls.restorePartner(partner.id, grant)
    await calls.deletePartner(partner, grant)
    expect(await auditKindsOf(partner.id)).toEqual(['delete', 'restore', 'delete'])
  })
})

describe('keys and repetitions of writes', () => {
  const closers: (() => Promise<void>)[] = []
  beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())
  afterEach(() => Promise.all(closers.splice(0).map((close) => close())))

  /** Returns the keys of a write's requests to a server that gives these answers in turn, then the last one. */
  async function keysSent(
    write: (calls: RecordCalls) => Promise<unknown>,
    ...answers: RequestListener[]
  ) {
    const keys: (string | undefined)[] = []
    const server = await answeringServer((request, response) => {
      const answer = answers[Math.min(keys.length, answers.length - 1)]
      keys.push(request.headers['idempotency-key']?.toString())
      request.resume()
      answer?.(request, response)
    })
    closers.push(server.close)
    const calls = callsOf(server.url, () => 'a token')
    const outcome = await write(calls).then(
      () => 'done',
      (error: unknown) => (error as { kind: string }).kind,
    )
    return { keys, outcome, calls }
  }

  const status =
    (code: number): RequestListener =>
    (_request, response) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end('{"_id":"x"}')

  test.each(Object.entries(WRITES))('%s has a UUID as key', async (_call, write) => {
    const { keys } = await keysSent(write, status(200))
    expect(keys).toEqual([
      expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
    ])
  })

  test('covers exactly the writes for which the contract has a key', () => {
    const idempotent = Object.entries<Call>(CALLS)
      .filter(([, call]) => call.idempotent)
      .map(([call]) => call)
    expect(Object.keys(WRITES).toSorted()).toEqual(idempotent.toSorted())
  })

  test.each([502, 503, 504])('repeats a write after %i', async (code) => {
    const swap = WRITES['PATCH /bookings/{id}']!
    const { keys, outcome } = await keysSent(swap, status(code), status(200))
    expect(outcome).toBe('done')
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  const noDatabase: RequestListener = (_request, response) =>
    response
      .writeHead(503, { 'content-type': 'application/json' })
      .end('{"error":{"code":"DATABASE_UNAVAILABLE","message":"The database does not answer."}}')

  test('repeats a write with its key while the server waits for its database', async () => {
    const answers = [...Array.from({ length: 12 }, () => noDatabase), status(200)]
    const { keys, outcome } = await keysSent(WRITES['PATCH /bookings/{id}']!, ...answers)
    expect(outcome).toBe('done')
    expect(keys).toHaveLength(13)
    expect(new Set(keys).size).toBe(1)
  })

  test('still repeats a write twice if its answer is lost after the server has waited for its database', async () => {
    const waits = [noDatabase, noDatabase, noDatabase]
    const write = WRITES['PATCH /bookings/{id}']!
    const saved = await keysSent(write, ...waits, status(502), status(502), status(200))
    expect([saved.outcome, saved.keys.length]).toEqual(['done', 6])
    const failed = await keysSent(write, ...waits, status(502))
    expect([failed.outcome, failed.keys.length]).toEqual(['server', 6])
  })

  test.each([400, 401, 403, 404, 409, 429, 500])(
    'does not repeat a write after %i',
    async (code) => {
      const { keys } = await keysSent(WRITES['PATCH /bookings/{id}']!, status(code))
      expect(keys).toHaveLength(1)
    },
  )

  test.each([
    [500, 'the same', 1],
    [401, 'the same', 1],
    [403, 'another', 2],
    [409, 'another', 2],
  ])('after %i, the same write of a person has %s key', async (code, _which, count) => {
    const swap = WRITES['PATCH /bookings/{id}']!
    const { keys, calls } = await keysSent(swap, status(code))
    await swap(calls).catch(() => {})
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(count)
  })

  test('calls that return secrets have no key and are not repeated', async () => {
    for (const call of [
      (calls: RecordCalls) => calls.revealNumber({ id: 'p1' }, 'aadharNo'),
      (calls: RecordCalls) => calls.sendOtp('5550100001'),
      (calls: RecordCalls) => calls.verifyOtp('c1', '123456'),
    ]) {
      const { keys } = await keysSent(call, status(503))
      expect(keys).toEqual([undefined])
    }
  })
})
