import type { Booking } from '@mandap/domain/booking/booking.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { scratchDatabase } from '@mandap/server/testing/database.ts'
import { putAll, type Records, storedRecord } from '@mandap/server/testing/records.ts'
import { ADMINISTRATOR, startServer } from '@mandap/server/testing/server.ts'
import { MutationObserver } from '@tanstack/react-query'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Host } from '../host.ts'
import { partnerSwap } from '../queries/booking.ts'
import { createQueryClient } from '../query-client.ts'
import { exportSuite } from '../testing/export.suite.ts'
import { hostSuite, PHONE } from '../testing/host.suite.ts'
import { partnerSuite } from '../testing/partner.suite.ts'
import { userSuite } from '../testing/user.suite.ts'
import { searchSuite } from '../testing/search.suite.ts'
import { mandapHost } from './mandap-host.ts'

async function serverWith(records: Records) {
  const scratch = await scratchDatabase()
  const server = await startServer(scratch.url)
  await putAll(server.db, records)
  const { idToken } = await server.signIn()
  return {
    host: mandapHost({ base: server.url, token: () => idToken, onUnauthorised: () => {} }),
    stored: (kind: 'bookings' | 'partners' | 'tempPartners', id: string) =>
      storedRecord(server.db, kind, id),
    async close() {
      await server.close()
      await scratch.drop()
    },
  }
}

describe('a Mandap host', () => {
  hostSuite(serverWith)
})

describe('a Mandap host of partners', () => {
  partnerSuite(async (partners) => {
    const server = await serverWith({ bookings: [], partners, users: [], tempPartners: [] })
    return { ...server, stored: (id) => server.stored('partners', id) }
  })
})

describe('a Mandap host of users', () => {
  userSuite((seed) => serverWith({ ...seed, partners: [], tempPartners: [] }))
})

describe('a Mandap host’s exports', () => {
  exportSuite(serverWith)
})

describe('a Mandap host’s search', () => {
  searchSuite(serverWith)
})

describe('a partner decided since they were read', () => {
  const approve = { step: 'onlineKyc', action: 'approve', items: [], reason: '' } as const
  let server: Awaited<ReturnType<typeof serverWith>>
  let read: Partner

  beforeAll(async () => {
    const partners = [partnerJson({ _id: 'p1' })]
    server = await serverWith({ bookings: [], partners, users: [], tempPartners: [] })
    read = await server.host.partner('p1')
    await server.host.decide(read, approve, { grant: null })
  })
  afterAll(() => server?.close())

  test('are a conflict, with the current partner and who decided what', async () => {
    const decided = server.host.decide(read, approve, { grant: null })
    await expect(decided).rejects.toMatchObject({
      kind: 'conflict',
      partnerConflict: {
        current: { id: 'p1', status: 'AKYC', version: 2 },
        changes: [{ version: 2, by: ADMINISTRATOR.email }],
      },
    })
  })

  test('need a grant to be decided again, and a Super Admin has one', async () => {
    const current = await server.host.partner('p1')
    const decline = {
      step: 'onlineKyc',
      action: 'decline',
      items: ['video'],
      reason: 'No',
    } as const
    await expect(server.host.decide(current, decline, { grant: null })).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'ELEVATION_REQUIRED',
    })
    const challenge = await server.host.sendOtp(PHONE)
    const { grant } = await server.host.verifyOtp(challenge, challenge.otp ?? '')
    expect(await server.host.decide(current, decline, { grant })).toMatchObject({ status: 'DKYC' })
  })
})

describe('a booking changed since it was read', () => {
  const ishaan = { id: 'p1', name: 'Ishaan Rao', mobile: '9000090000' }
  const meera = { id: 'p2', name: 'Meera Joshi', mobile: '9822098220' }
  let server: Awaited<ReturnType<typeof serverWith>>
  let host: Host
  let read: Booking

  beforeAll(async () => {
    const bookings = [bookingJson({ _id: 'b1', partnerId: 'p0', partnerName: 'Aarav Mehta' })]
    const partners = [partnerJson({ _id: 'p1' }), partnerJson({ _id: 'p2' })]
    server = await serverWith({ bookings, partners, users: [], tempPartners: [] })
    host = server.host
    read = await host.booking('b1')
    await host.swapBookingPartner(read, ishaan)
  })
  afterAll(() => server?.close())

  test('is a conflict with the current booking and who changed what', async () => {
    await expect(host.swapBookingPartner(read, meera)).rejects.toMatchObject({
      kind: 'conflict',
      conflict: {
        current: { id: 'b1', partnerName: 'Ishaan Rao', version: 2 },
        changes: [
          {
            version: 2,
            at: expect.any(Number),
            by: ADMINISTRATOR.email,
            fields: expect.arrayContaining([
              { field: 'partnerName', before: 'Aarav Mehta', after: 'Ishaan Rao' },
            ]),
          },
        ],
      },
    })
    expect(await server.stored('bookings', 'b1')).toMatchObject({ partnerName: 'Ishaan Rao' })
  })

  test('is a conflict for a manual partner too, though the booking is read afresh (§7)', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const client = createQueryClient()
    const swap = new MutationObserver(client, partnerSwap(host, client))
    const manual = {
      PartnerName: 'Rohan Das',
      companyName: '',
      companyLocation: '',
      companyNumber: '',
      personalNumber: '9830098300',
      companyEmailId: '',
    }
    const saved = swap.mutate({ booking: read, to: { kind: 'manual', manual } })
    await expect(saved).rejects.toMatchObject({ kind: 'conflict' })
    client.clear()
  })

  test('is continued from as it now stands', async () => {
    const now = await host.booking('b1')
    expect(await host.swapBookingPartner(now, meera)).toMatchObject({
      partnerName: 'Meera Joshi',
      version: 3,
    })
  })
})

test('a booking is swapped however large it was imported', async () => {
  const bookings = [300_000, 2_000_000].map((size) => bookingJson({ note: 'x'.repeat(size) }))
  const partners = [partnerJson({ _id: 'p1' })]
  const server = await serverWith({ bookings, partners, users: [], tempPartners: [] })
  for (const { _id, note } of bookings) {
    const booking = await server.host.booking(String(_id))
    const partner = { id: 'p1', name: 'Ishaan Rao', mobile: '' }
    expect(await server.host.swapBookingPartner(booking, partner)).toMatchObject({
      partnerName: 'Ishaan Rao',
      original: { note },
    })
  }
  await server.close()
})

test('a grant that was ended, or never given, counts no more', async () => {
  const server = await serverWith({ bookings: [], partners: [], users: [], tempPartners: [] })
  const { host } = server
  expect(await host.elevation(null)).toBeNull()
  expect(await host.elevation('never given')).toBeNull()
  const challenge = await host.sendOtp(PHONE)
  const { grant, expiresAt } = await host.verifyOtp(challenge, challenge.otp ?? '')
  expect(expiresAt).toBeGreaterThan(Date.now() + 14 * 60_000)
  await host.endElevation(grant)
  expect(await host.elevation(grant)).toBeNull()
  await server.close()
})

test('without a grant no partner is deleted (§6)', async () => {
  const partners = [partnerJson({ _id: 'p1' })]
  const server = await serverWith({ bookings: [], partners, users: [], tempPartners: [] })
  const partner = await server.host.partner('p1')
  for (const grant of [null, 'never given'])
    await expect(server.host.deletePartner(partner, grant)).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'ELEVATION_REQUIRED',
    })
  expect(await server.host.partner('p1')).toMatchObject({ id: 'p1' })
  await server.close()
})

test('a manual partner whose number cannot be one is invalid, and the field is named', async () => {
  const server = await serverWith({ bookings: [], partners: [], users: [], tempPartners: [] })
  const manual = {
    PartnerName: 'Rohan Das',
    companyName: '',
    companyLocation: '',
    companyNumber: '',
    personalNumber: '12345',
    companyEmailId: '',
  }
  await expect(server.host.createTempPartner(manual)).rejects.toMatchObject({
    kind: 'invalid',
    field: 'personalNumber',
  })
  await server.close()
})
