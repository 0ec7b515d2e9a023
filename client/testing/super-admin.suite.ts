import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../src/client.ts'
import { type RecordCalls, recordCalls } from './record-calls.ts'
import { aSeed, type Seed } from './seed.ts'

/** The phone of a Super Admin. */
const PHONE = '5550100001'

/** A client under test, and the OTP that its host sent last. */
export interface ElevationUnderTest {
  client: Client
  lastOtp(): Promise<string>
  close(): Promise<void>
}

/** Tests the elevation to Super Admin and the deletion of a partner over any transport. Call it in a `describe`. */
export function superAdminSuite(arrange: (seed: Seed) => Promise<ElevationUnderTest>): void {
  let under: ElevationUnderTest
  let calls: RecordCalls

  beforeAll(async () => {
    under = await arrange(aSeed())
    calls = recordCalls(under.client)
  })
  afterAll(() => under?.close())

  async function elevate() {
    const { challengeId = '' } = await calls.sendOtp(PHONE)
    return calls.verifyOtp(challengeId, await under.lastOtp())
  }

  describe('Super Admin (§5.1, §5.2)', () => {
    test('an OTP goes to an authorised phone, and elevates', async () => {
      const { grant, expiresAt } = await elevate()
      expect(await calls.elevation(grant)).toEqual({ expiresAt })
      await calls.endElevation()
    })

    test('a prefix before the ten digits is dropped', async () => {
      expect((await calls.sendOtp(`+91 ${PHONE}`)).challengeId).toMatch(/./)
    })

    test('a number that is not one of the three is not authorised', async () => {
      await expect(calls.sendOtp('9812345678')).rejects.toMatchObject({
        kind: 'forbidden',
        code: 'NOT_AUTHORIZED',
      })
    })

    test.each(['', '555010000', '55501000012', '555010000x'])(
      'rejects %j, which is not a phone number',
      async (number) => {
        await expect(calls.sendOtp(number)).rejects.toMatchObject({
          kind: 'invalid',
          message: 'Enter a valid 10-digit phone number',
        })
      },
    )

    test('a wrong OTP is rejected, and the right one still elevates', async () => {
      const { challengeId = '' } = await calls.sendOtp(PHONE)
      const otp = await under.lastOtp()
      const other = otp === '123456' ? '654321' : '123456'
      await expect(calls.verifyOtp(challengeId, other)).rejects.toMatchObject({
        kind: 'invalid',
        code: 'WRONG_OTP',
        message: 'Incorrect OTP',
      })
      await calls.verifyOtp(challengeId, otp)
      await calls.endElevation()
    })
  })

  describe('the deletion of a partner (§5.9, §7)', () => {
    const PARTNER_15 = { listing: { list: 'approved', search: 'Partner 15' }, limit: 5 } as const

    test('removes the partner from the list', async () => {
      const before = await calls.partnersPage(PARTNER_15)
      // the search also finds partners with these digits in an e-mail address
      const partner = before.rows.find(({ name }) => name === 'Partner 15')
      if (!partner) throw new Error('no partner')
      const { partners: count } = await calls.summary()
      const { grant } = await elevate()

      await calls.deletePartner(partner, grant)
      const after = await calls.partnersPage(PARTNER_15)
      expect(after.total).toBe((before.total ?? 0) - 1)
      expect(after.rows.map(({ id }) => id)).not.toContain(partner.id)
      expect(await calls.approvedPartnerNames()).not.toContain('Partner 15')
      expect((await calls.summary()).partners).toBe(count - 1)
      await expect(calls.partner(partner.id)).rejects.toMatchObject({ kind: 'notFound' })
      await expect(calls.deletePartner(partner, grant)).rejects.toMatchObject({ kind: 'notFound' })
      await calls.endElevation()
    })
  })
}
