import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeAdministrator } from '../../testing/administrators.ts'
import { PHONE, superAdminServer, wrong } from '../../testing/super-admin.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { LIMITS } from '../config/attempt-limits.ts'

type Server = Awaited<ReturnType<typeof superAdminServer>>

let server: Server
beforeAll(async () => {
  server = await superAdminServer()
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const colleague = (n: number) => ({ ...ADMINISTRATOR, email: `colleague${n}@mandap.example` })

async function statuses(count: number, call: (n: number) => Promise<{ status: number }>) {
  const found = []
  for (let n = 1; n <= count; n++) found.push((await call(n)).status)
  return found
}

describe('sending OTPs', () => {
  test('allows five in fifteen minutes in a session, and another five in the others', async () => {
    const stolen = await server.signIn(ADMINISTRATOR.email, '198.51.100.1')
    expect(await statuses(6, () => stolen.send())).toEqual([...Array(5).fill(200), 429])
    const own = await server.signIn()
    expect(await statuses(6, () => own.send())).toEqual([...Array(5).fill(200), 429])
  })

  test('allows ten in fifteen minutes per account, over all sessions and addresses', async () => {
    const sent = await statuses(11, async (n) => {
      const asha = await server.signIn(ADMINISTRATOR.email, `198.51.100.${n}`)
      return asha.send()
    })
    expect(sent).toEqual([...Array(10).fill(200), 429])
    const asha = await server.signIn()
    const { status, headers, body } = await asha.send()
    expect(status).toBe(429)
    expect(headers['retry-after']).toBe('900')
    expect(body.error).toEqual({
      code: 'TOO_MANY_ATTEMPTS',
      message: 'Too many OTPs were wrong or not used. Try again in 15 minutes.',
    })
    server.wait({ minutes: 14, seconds: 30 })
    expect((await asha.send()).body.error.message).toBe(
      'Too many OTPs were wrong or not used. Try again in a minute.',
    )
    server.wait({ seconds: 30 })
    const later = await server.signIn()
    expect((await later.send()).status).toBe(200)
  })

  test('does not count an OTP that was used, for the account or the address', async () => {
    const asha = await server.signIn()
    for (let n = 1; n <= 21; n++) {
      expect(await asha.elevate()).toMatch(/^[\w-]{43}$/)
      await asha.call('DELETE', '/elevation')
      server.wait({ seconds: 20 })
    }
  })

  test('counts an OTP that was entered wrongly, and one that was not used', async () => {
    const asha = await server.signIn()
    const sent = await statuses(6, async (n) => {
      const answer = await asha.send()
      const { challengeId, otp } = answer.body.data ?? {}
      if (n === 1) await asha.verify(challengeId, wrong(otp))
      return answer
    })
    expect(sent).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('counts attempts with numbers that are not authorised', async () => {
    const earlier = (await server.activity()).length
    const asha = await server.signIn()
    const sent = await statuses(6, (n) => asha.send(`981234567${n}`))
    expect(sent).toEqual([403, 403, 403, 403, 403, 429])
    const refused = (await server.activity()).slice(earlier)
    expect(refused.filter(({ kind }) => kind === 'failElevation')).toHaveLength(5)
  })

  test('allows twenty per address, over all accounts', async () => {
    for (let n = 1; n <= 5; n++) await storeAdministrator(server.db, colleague(n), server.now())
    const sent = await statuses(21, async (n) => {
      const { email } = colleague(Math.ceil(n / 5))
      return (await server.signIn(email)).send()
    })
    expect(sent).toEqual([...Array(20).fill(200), 429])
  })

  test('parallel attempts cannot exceed the limit together', async () => {
    const asha = await server.signIn()
    const answers = await Promise.all(Array.from({ length: 12 }, () => asha.send()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  })
})

test('counts no attempt without a session', async () => {
  const asha = await server.signIn()
  await asha.call('POST', '/session/end')
  const challenge = { challengeId: 'A'.repeat(43), otp: '123456' }
  for (const authorization of ['', 'Bearer not.a.token', `Bearer ${asha.token}`])
    for (const [url, payload] of [
      ['/otp/sms', { numbers: PHONE }],
      ['/otp/verify', challenge],
    ] as const) {
      const headers = { authorization }
      const answer = await server.app.inject({ method: 'POST', url, headers, payload })
      expect(answer.statusCode).toBe(401)
    }
  expect(await server.db.selectFrom('attempt').selectAll().execute()).toEqual([])
})

describe('entering OTPs', () => {
  test('allows twenty wrong ones in an hour in a session, and leaves as many to the others; a right one is not counted', async () => {
    const asha = await server.signIn()
    for (let n = 1; n <= 3; n++) await asha.elevate()
    await server.db.deleteFrom('attempt').where(sql<boolean>`kind like 'sendOtp%'`).execute()
    const tried: number[] = []
    for (let challenge = 1; challenge <= 4; challenge++) {
      const { challengeId, otp } = (await asha.send()).body.data
      tried.push(...(await statuses(5, () => asha.verify(challengeId, wrong(otp)))))
    }
    expect(tried).toEqual(Array(20).fill(400))
    const { challengeId, otp } = (await asha.send()).body.data
    const { status, headers } = await asha.verify(challengeId, otp)
    expect(status).toBe(429)
    expect(headers['retry-after']).toBe('3600')
    await server.db.deleteFrom('attempt').where(sql<boolean>`kind like 'sendOtp%'`).execute()
    const own = await server.signIn()
    expect(await own.elevate()).toMatch(/^[\w-]{43}$/)
  })

  test('allows forty wrong ones in an hour in all sessions of an account together', async () => {
    const { enterOtpByAccount, enterOtpBySession } = LIMITS
    expect(enterOtpByAccount.attempts).toBe(2 * enterOtpBySession.attempts)
    for (let session = 1; session <= 2; session++) {
      const asha = await server.signIn()
      for (let challenge = 1; challenge <= 4; challenge++) {
        const { challengeId, otp } = (await asha.send()).body.data
        await statuses(5, () => asha.verify(challengeId, wrong(otp)))
        await server.db.deleteFrom('attempt').where(sql<boolean>`kind like 'sendOtp%'`).execute()
      }
    }
    const third = await server.signIn()
    const { challengeId, otp } = (await third.send()).body.data
    expect((await third.verify(challengeId, otp)).status).toBe(429)
  })

  test('allows sixty in an hour per address, over all accounts', async () => {
    await storeAdministrator(server.db, colleague(1), server.now())
    const asha = await server.signIn()
    const tries = async ({ send, verify }: typeof asha) => {
      const { challengeId, otp } = (await send()).body.data
      return (await verify(challengeId, wrong(otp))).status
    }
    expect(await tries(asha)).toBe(400)
    await server.db
      .updateTable('attempt')
      .set({ count: 59 })
      .where('kind', '=', 'enterOtpByAddress')
      .execute()
    const { email } = colleague(1)
    const dev = await server.signIn(email)
    expect([await tries(dev), await tries(dev)]).toEqual([400, 429])
    expect(await tries(await server.signIn(email, '198.51.100.1'))).toBe(400)
  })
})
