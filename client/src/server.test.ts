import type { Booking } from '@mandap/domain/booking/booking.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { VIEWER_REFUSED } from '@mandap/domain/session/role.ts'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { storeAdministrator } from '@mandap/server/testing/administrators.ts'
import { COLLEAGUE } from '@mandap/server/testing/api.ts'
import { scratchDatabase } from '@mandap/server/testing/database.ts'
import { readExport } from '@mandap/server/testing/export.ts'
import { type Records, storedRecord, upsertAll } from '@mandap/server/testing/records.ts'
import { ADMINISTRATOR, startServer } from '@mandap/server/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractSuite } from '../testing/contract.suite.ts'
import { type RecordCalls, recordCalls } from '../testing/record-calls.ts'
import { createClient } from './client.ts'
import { httpTransport } from './http-transport.ts'

/** The phone of a Super Admin. */
const PHONE = '5550100001'

async function serverWith(records: Partial<Records>) {
  const scratch = await scratchDatabase()
  const server = await startServer(scratch.url)
  await upsertAll(server.db, { ...NOTHING, ...records })
  const clientOf = async (who: typeof ADMINISTRATOR) => {
    const { idToken } = await server.startSession(who)
    const tokens = { person: () => '', token: () => idToken, onUnauthorised: () => {} }
    return createClient(httpTransport({ base: server.url, tokens }))
  }
  await storeAdministrator(server.db, COLLEAGUE)
  const client = await clientOf(ADMINISTRATOR)
  return {
    client,
    colleague: await clientOf(COLLEAGUE),
    calls: recordCalls(client),
    stored: (kind: 'bookings' | 'partners' | 'tempPartners', id: string) =>
      storedRecord(server.db, kind, id),
    lastOtp: async () => /\d{6}/.exec(server.texts.at(-1)?.otp ?? '')?.[0] ?? '',
    setRole: (role: 'viewer') => server.db.updateTable('administrator').set({ role }).execute(),
    readExport: ({ url, secret = '' }: { url: string; secret?: string | undefined }) =>
      readExport(server, { url, secret }),
    async close() {
      await server.close()
      await scratch.drop()
    },
  }
}

const NOTHING: Records = { bookings: [], partners: [], users: [], tempPartners: [] }

describe('the running server, over HTTP', () => {
  contractSuite(serverWith, { liveChanges: true })
})

describe('a viewer', () => {
  let server: Awaited<ReturnType<typeof serverWith>>

  beforeAll(async () => {
    const bookings = [bookingJson({ _id: 'b1', partnerId: 'p1' })]
    server = await serverWith({ bookings, partners: [partnerJson({ _id: 'p1' })] })
    await server.setRole('viewer')
  })
  afterAll(() => server?.close())

  test('reads records, and learns the own role', async () => {
    expect((await server.calls.partner('p1')).id).toBe('p1')
    expect(await server.client.call('GET /session', {})).toMatchObject({ role: 'viewer' })
  })

  test('is refused each change, number and elevation with the code of the role', async () => {
    const refused = { kind: 'forbidden', code: 'ROLE_REQUIRED', message: VIEWER_REFUSED }
    const { calls, client } = server
    const ishaan = { id: 'p1', name: 'Ishaan Rao', mobile: '9000090000' }
    const swapped = calls.swapBookingPartner(await calls.booking('b1'), ishaan)
    await expect(swapped).rejects.toMatchObject(refused)
    await expect(calls.sendOtp(PHONE)).rejects.toMatchObject(refused)
    const reveal = client.call('POST /partners/{id}/reveal', {
      params: { id: 'p1' },
      body: { field: 'aadharNo' },
    })
    await expect(reveal).rejects.toMatchObject(refused)
  })
})

describe('a server', () => {
  let server: Awaited<ReturnType<typeof serverWith>>

  beforeAll(async () => {
    server = await serverWith({
      bookings: [bookingJson({ _id: 'b1', partnerId: 'p0', partnerName: 'Aarav Mehta' })],
      partners: ['p1', 'p2', 'decided', 'kept', 'erased'].map((_id) => partnerJson({ _id })),
    })
  })
  afterAll(() => server?.close())

  describe('a partner who was decided since they were read', () => {
    const approve = { step: 'onlineKyc', action: 'approve', items: [], reason: '' } as const
    let read: Partner

    beforeAll(async () => {
      read = await server.calls.partner('decided')
      await server.calls.decide(read, approve, { grant: null })
    })

    test('causes a conflict with the current partner and who decided what', async () => {
      const decided = server.calls.decide(read, approve, { grant: null })
      await expect(decided).rejects.toMatchObject({
        kind: 'conflict',
        details: {
          body: {
            current: { _id: 'decided', status: 'AKYC', version: 2 },
            changes: [{ version: 2, by: ADMINISTRATOR.email }],
          },
        },
      })
    })

    test('needs a grant to be decided again', async () => {
      const current = await server.calls.partner('decided')
      const decline = {
        step: 'onlineKyc',
        action: 'decline',
        items: ['video'],
        reason: 'No',
      } as const
      await expect(server.calls.decide(current, decline, { grant: null })).rejects.toMatchObject({
        kind: 'forbidden',
        code: 'ELEVATION_REQUIRED',
      })
      const { challengeId = '', otp = '' } = await server.calls.sendOtp(PHONE)
      const { grant } = await server.calls.verifyOtp(challengeId, otp)
      expect(await server.calls.decide(current, decline, { grant })).toMatchObject({
        status: 'DKYC',
      })
    })
  })

  describe('a booking that has changed since it was read', () => {
    const ishaan = { id: 'p1', name: 'Ishaan Rao', mobile: '9000090000' }
    const meera = { id: 'p2', name: 'Meera Joshi', mobile: '9822098220' }
    let calls: RecordCalls
    let read: Booking

    beforeAll(async () => {
      calls = server.calls
      read = await calls.booking('b1')
      await calls.swapBookingPartner(read, ishaan)
    })

    test('causes a conflict with the current booking and who changed what', async () => {
      await expect(calls.swapBookingPartner(read, meera)).rejects.toMatchObject({
        kind: 'conflict',
        details: {
          body: {
            current: { _id: 'b1', partnerName: 'Ishaan Rao', version: 2 },
            changes: [
              {
                version: 2,
                at: expect.stringMatching(/^2.*Z$/),
                by: ADMINISTRATOR.email,
                fields: expect.arrayContaining([
                  { field: 'partnerName', before: 'Aarav Mehta', after: 'Ishaan Rao' },
                ]),
              },
            ],
          },
        },
      })
      expect(await server.stored('bookings', 'b1')).toMatchObject({ partnerName: 'Ishaan Rao' })
    })

    test('can be changed again from its current version', async () => {
      const now = await calls.booking('b1')
      expect(await calls.swapBookingPartner(now, meera)).toMatchObject({
        partnerName: 'Meera Joshi',
        version: 3,
      })
    })
  })

  test('an ended or made-up grant is invalid', async () => {
    const { calls } = server
    expect(await calls.elevation(null)).toBeNull()
    expect(await calls.elevation('never given')).toBeNull()
    const { challengeId = '', otp = '' } = await calls.sendOtp(PHONE)
    const { grant, expiresAt } = await calls.verifyOtp(challengeId, otp)
    expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(Date.now() + 14 * 60_000)
    await calls.endElevation()
    expect(await calls.elevation(grant)).toBeNull()
  })

  test('rejects the deletion of a partner without a grant (§6)', async () => {
    const partner = await server.calls.partner('kept')
    for (const grant of [null, 'never given'])
      await expect(server.calls.deletePartner(partner, grant)).rejects.toMatchObject({
        kind: 'forbidden',
        code: 'ELEVATION_REQUIRED',
      })
    expect(await server.calls.partner('kept')).toMatchObject({ id: 'kept' })
  })

  test('exports and erases a person with a grant (§6), and says that they are erased', async () => {
    const { calls, client } = server
    const body = { subject: 'partner', id: 'erased', reason: 'Request of 24 November' } as const
    const forbidden = { kind: 'forbidden', code: 'ELEVATION_REQUIRED' }
    await expect(client.call('POST /person-exports', { body })).rejects.toMatchObject(forbidden)
    await expect(client.call('POST /erasures', { body })).rejects.toMatchObject(forbidden)
    expect(await calls.partner('erased')).toMatchObject({ name: 'Ananya Iyer', erasedAt: null })
    const { challengeId = '', otp = '' } = await calls.sendOtp(PHONE)
    const { grant } = await calls.verifyOtp(challengeId, otp)
    const request = { headers: { 'x-elevation': grant ?? '' }, body }
    const { data } = await client.call('POST /person-exports', request)
    expect(data.name).toMatch(/^partner-erased-.+\.zip$/)
    const erased = await client.call('POST /erasures', request)
    const erasedAt = Date.parse(erased.data.erasedAt)
    expect(await calls.partner('erased')).toMatchObject({ name: 'Erased person', erasedAt })
    const approve = { step: 'onlineKyc', action: 'approve', items: [], reason: '' } as const
    await expect(
      calls.decide(await calls.partner('erased'), approve, { grant: null }),
    ).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'ERASED',
      message: 'This person was erased, so the record cannot be changed.',
    })
  })

  test('rejects a manual partner with an invalid number, and names the field', async () => {
    const manual = {
      PartnerName: 'Rohan Das',
      companyName: '',
      companyLocation: '',
      companyNumber: '',
      personalNumber: '12345',
      companyEmailId: '',
    }
    await expect(server.calls.createTempPartner(manual)).rejects.toMatchObject({
      kind: 'invalid',
      field: 'personalNumber',
    })
  })

  test('reads the own account, and rejects a wrong current password with the name of its field', async () => {
    const { data } = await server.client.call('GET /account', {})
    expect(data).toMatchObject({ email: ADMINISTRATOR.email, sessions: [{ isCurrent: true }] })
    const body = { currentPassword: 'a wrong password', newPassword: 'three quiet elephants' }
    await expect(server.client.send('POST /account/password', { body })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'WRONG_PASSWORD',
      field: 'currentPassword',
      message: 'The current password is wrong.',
    })
  })
})
