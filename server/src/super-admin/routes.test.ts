import { newAdministrator } from '../../testing/administrators.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Reply, smsService } from '../../testing/sms-service.ts'
import { whileRefused } from '../../testing/refused-write.ts'
import { addFactor, addPasskeyOf, WRONG_CODE } from '../../testing/second-factor.ts'
import { PHONE, superAdminServer, wrong } from '../../testing/super-admin.ts'
import { fast2sms } from '../sms/fast2sms.ts'

let server: Awaited<ReturnType<typeof superAdminServer>>
let asha: Awaited<ReturnType<(typeof server)['signIn']>>
const warn = vi.fn<(details: unknown, message?: string) => void>()
beforeAll(async () => {
  server = await superAdminServer()
  server.app.addHook(
    'onRequest',
    async ({ log }) => void vi.spyOn(log, 'warn').mockImplementation(warn),
  )
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
  asha = await server.signIn()
})

test('an OTP whose attempts cannot be reset is not used up', async () => {
  const { challengeId, otp } = (await asha.send()).body.data
  const verify = () => asha.verify(challengeId, otp)
  expect((await whileRefused(server.db, 'update', 'attempt', verify)).status).toBe(500)
  expect((await verify()).body.data.grant).toEqual(expect.any(String))
})

describe('POST /otp/sms', () => {
  test('sends six digits to the phone, and returns the challenge with its end', async () => {
    const { status, body } = await asha.send()
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'OK',
      data: {
        challengeId: expect.stringMatching(/^[\w-]{43}$/),
        expiresAt: new Date(server.now().getTime() + 5 * 60_000).toISOString(),
        otp: expect.stringMatching(/^\d{6}$/),
      },
    })
    const sms = (await server.outbox()).at(-1)
    expect(sms).toContain(`To: ${PHONE}`)
    expect(sms).toContain(body.data.otp)
  })

  test.each(['', '555010000', '55501000012', '555010000x', '+9155501000'])(
    'rejects the number %j with: Enter a valid 10-digit phone number',
    async (number) => {
      const before = (await server.outbox()).length
      const { status, body } = await asha.send(number)
      expect(status).toBe(400)
      const message = 'Enter a valid 10-digit phone number'
      expect(body.error).toEqual({ code: 'INVALID', message, field: 'numbers' })
      expect(await server.outbox()).toHaveLength(before)
    },
  )

  test.each([`+91 ${PHONE.slice(0, 5)}-${PHONE.slice(5)}`, `91${PHONE}`, `0${PHONE}`])(
    'sends an OTP to the last ten digits of %j',
    async (number) => {
      expect((await asha.send(number)).status).toBe(200)
      expect((await server.outbox()).at(-1)).toContain(`To: ${PHONE}\n`)
    },
  )

  test('authorises only three specific numbers, and records an attempt with another', async () => {
    const before = (await server.outbox()).length
    const { status, body } = await asha.send('9812345678')
    expect(status).toBe(403)
    const message = 'This number is not authorized for Super Admin access'
    expect(body.error).toEqual({ code: 'NOT_AUTHORIZED', message, field: 'numbers' })
    expect(await server.outbox()).toHaveLength(before)
    expect((await server.activity()).at(-1)).toMatchObject({
      by: asha.administrator.email,
      kind: 'failElevation',
      subject: 'administrator',
      subject_id: asha.administrator.id,
      after: { number: 'XXXXXX5678' },
      reason: message,
    })
  })

  test('a number with an e-mail address elevates that administrator alone', async () => {
    const email = 'Asha.Rao@mandap.example'
    const numbers = `9812345671=${email},9812345672=dev.patel@mandap.example,9812345673`
    const bound = await superAdminServer(undefined, { SUPER_ADMIN_NUMBERS: numbers })
    const person = await bound.signIn()
    const statuses = []
    for (const number of ['9812345671', '9812345672', '9812345673'])
      statuses.push((await person.send(number)).status)
    expect(statuses).toEqual([200, 403, 200])
    expect((await bound.activity()).at(-1)).toMatchObject({
      kind: 'failElevation',
      after: { number: 'XXXXXX5672' },
    })
    await bound.close()
  })

  test('asks those who have a second factor for a code of it', async () => {
    const { code, recoveryCodes } = await addFactor(server.db, asha.administrator.id, server.now())
    const sent = async () => (await asha.send()).body.data
    const verify = (challenge: { challengeId: string; otp: string }, typed?: string) =>
      asha.call('POST', '/otp/verify', {
        challengeId: challenge.challengeId,
        otp: challenge.otp,
        ...(typed !== undefined && { code: typed }),
      })
    const challenge = await sent()
    expect(challenge.secondFactor).toBe(true)
    for (const typed of [undefined, WRONG_CODE])
      expect(await verify(challenge, typed)).toMatchObject({
        status: 400,
        body: { error: { code: 'WRONG_CODE', field: 'code', triesLeft: expect.any(Number) } },
      })
    expect((await server.activity()).at(-1)).toMatchObject({
      kind: 'failElevation',
      reason: 'The code of the second factor is wrong.',
    })
    const now = code(server.now())
    expect((await verify(challenge, now)).body.data.grant).toEqual(expect.any(String))
    expect((await verify(await sent(), now)).body.error.code).toBe('USED_CODE')
    expect((await verify(await sent(), recoveryCodes[0])).status).toBe(200)
    const kinds = (await server.activity()).slice(-2).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['elevate', 'useRecoveryCode'])
    await expect.poll(() => server.mails.at(-1)?.text).toContain('9 recovery codes are left.')
    await server.db.deleteFrom('second_factor').execute()
    expect((await sent()).secondFactor).toBeUndefined()
  })

  test('accepts a passkey as the second factor', async () => {
    const { id } = asha.administrator
    const { device } = await addPasskeyOf(server.db, id, 'http://localhost:4000', server.now())
    const other = await server.signIn()
    const sent = async () => (await asha.send()).body.data
    const options = async (token: string, purpose?: string) => {
      const url = '/identitytoolkit.googleapis.com/v2/accounts/passkeyConfirmation:start?key=mandap'
      const payload = { idToken: token, purpose }
      const answer = await server.app.inject({ method: 'POST', url, payload })
      return answer.json().credentialRequestOptions
    }
    const challenge = await sent()
    expect(challenge).toMatchObject({ secondFactor: true, factors: ['passkey'] })
    const verify = async (passkey?: object) => {
      const { challengeId, otp } = challenge
      const payload = { challengeId, otp, ...(passkey && { passkey }) }
      return asha.call('POST', '/otp/verify', payload)
    }
    const code = async (passkey?: object) => (await verify(passkey)).body.error.code
    expect(await code()).toBe('WRONG_CODE')
    // of another session, and for another purpose
    expect(await code(device.get(await options(other.token, 'elevate')))).toBe('PASSKEY_EXPIRED')
    expect(await code(device.get(await options(asha.token)))).toBe('PASSKEY_EXPIRED')
    const faulty = device.get(await options(asha.token, 'elevate'), { isVerified: false })
    expect(await verify(faulty)).toMatchObject({
      status: 400,
      body: { error: { code: 'WRONG_PASSKEY', field: 'passkey', triesLeft: 1 } },
    })
    expect((await server.activity()).at(-1)).toMatchObject({
      kind: 'failElevation',
      reason: 'The passkey was refused.',
    })
    const right = device.get(await options(asha.token, 'elevate'))
    expect((await verify(right)).body.data.grant).toEqual(expect.any(String))
    await server.db.deleteFrom('passkey').execute()
  })

  test('with SUPER_ADMIN_SECOND_FACTOR=required, refuses those who have none, and sends no OTP', async () => {
    const strict = await superAdminServer(undefined, { SUPER_ADMIN_SECOND_FACTOR: 'required' })
    const person = await strict.signIn()
    expect(await person.send()).toMatchObject({
      status: 403,
      body: { error: { code: 'SECOND_FACTOR_REQUIRED' } },
    })
    expect(await strict.outbox()).toEqual([])
    await addFactor(strict.db, person.administrator.id, strict.now())
    expect((await person.send()).body.data.secondFactor).toBe(true)
    await strict.close()
  })

  test('a new OTP ends the previous one', async () => {
    const [first, second] = [(await asha.send()).body.data, (await asha.send()).body.data]
    expect((await asha.verify(first.challengeId, first.otp)).body.error.code).toBe('OTP_EXPIRED')
    expect((await asha.verify(second.challengeId, second.otp)).status).toBe(200)
  })

  test('of several concurrent OTPs, one is valid', async () => {
    const sent = await Promise.all(Array.from({ length: 4 }, () => asha.send()))
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const verified = await Promise.all(
      sent.map(({ body }) => asha.verify(body.data.challengeId, body.data.otp)),
    )
    expect(verified.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('POST /otp/verify', () => {
  test('writes a line to the server log for a wrong OTP', async () => {
    const { challengeId, otp } = (await asha.send()).body.data
    warn.mockClear()
    await asha.verify(challengeId, wrong(otp))
    const refused = { status: 400, code: 'WRONG_OTP', administrator: asha.administrator.id }
    expect(warn.mock.calls).toEqual([[expect.objectContaining(refused), 'A call was refused.']])
  })

  test('the right OTP returns a grant of fifteen minutes, once', async () => {
    const { challengeId, otp } = (await asha.send()).body.data
    const { status, body } = await asha.verify(challengeId, otp)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      grant: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: new Date(server.now().getTime() + 15 * 60_000).toISOString(),
    })
    expect((await server.activity()).at(-1)).toMatchObject({
      by: asha.administrator.email,
      kind: 'elevate',
      version: null,
      after: { number: 'XXXXXX0001', expiresAt: body.data.expiresAt },
      reason: null,
    })
    expect((await asha.verify(challengeId, otp)).body.error.code).toBe('OTP_EXPIRED')
  })

  test('answers a wrong OTP with Incorrect OTP and the number of attempts left', async () => {
    const { challengeId, otp } = (await asha.send()).body.data
    const { status, body } = await asha.verify(challengeId, wrong(otp))
    expect(status).toBe(400)
    expect(body.error).toEqual({
      code: 'WRONG_OTP',
      message: 'Incorrect OTP',
      field: 'otp',
      triesLeft: 4,
    })
    expect((await server.activity()).at(-1)).toMatchObject({
      kind: 'failElevation',
      after: { number: 'XXXXXX0001' },
      reason: 'Incorrect OTP',
    })
    expect((await asha.verify(challengeId, otp)).status).toBe(200)
  })

  test('rejects the right one after five wrong ones', async () => {
    const { challengeId, otp } = (await asha.send()).body.data
    const left = []
    for (let n = 1; n <= 5; n++)
      left.push((await asha.verify(challengeId, wrong(otp))).body.error.triesLeft)
    expect(left).toEqual([4, 3, 2, 1, 0])
    expect((await asha.verify(challengeId, otp)).body.error).toEqual({
      code: 'OTP_EXPIRED',
      message: 'This OTP is no longer valid. Send a new one.',
      field: 'otp',
    })
  })

  test('parallel guesses share the five attempts', async () => {
    const { challengeId, otp } = (await asha.send()).body.data
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => asha.verify(challengeId, wrong(otp))),
    )
    const codes = answers.map(({ body }) => body.error.code)
    expect(codes.filter((code) => code === 'WRONG_OTP')).toHaveLength(5)
    expect(codes.filter((code) => code === 'OTP_EXPIRED')).toHaveLength(10)
  })

  test('returns one grant for the right one twice in parallel', async () => {
    const { challengeId, otp } = (await asha.send()).body.data
    const answers = await Promise.all([1, 2, 3].map(() => asha.verify(challengeId, otp)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('an OTP is valid for five minutes', async () => {
    const first = (await asha.send()).body.data
    server.wait({ minutes: 4, seconds: 59 })
    expect((await asha.verify(first.challengeId, first.otp)).status).toBe(200)
    const second = (await asha.send()).body.data
    server.wait({ minutes: 5 })
    const late = await asha.verify(second.challengeId, second.otp)
    expect(late.status).toBe(400)
    expect(late.body.error.code).toBe('OTP_EXPIRED')
    expect((await server.activity()).at(-1)).toMatchObject({
      kind: 'failElevation',
      after: {},
      reason: 'The OTP had expired or was used up',
    })
  })

  test('it is bound to the administrator and the session that requested it', async () => {
    const { challengeId, otp } = (await asha.send()).body.data
    const elsewhere = await server.signIn()
    expect((await elsewhere.verify(challengeId, otp)).body.error.code).toBe('OTP_EXPIRED')
    expect((await asha.verify(challengeId, otp)).status).toBe(200)
  })

  test.each(['12345', '1234567', '12345x', ''])('%j is not an OTP', async (otp) => {
    const { challengeId } = (await asha.send()).body.data
    const { status, body } = await asha.verify(challengeId, otp)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'INVALID', field: 'otp' })
  })
})

test('the database contains no phone, OTP, challenge or grant', async () => {
  const { challengeId, otp } = (await asha.send()).body.data
  const { grant } = (await asha.verify(challengeId, otp)).body.data
  const rows = [
    ...(await server.db.selectFrom('otp_challenge').selectAll().execute()),
    ...(await server.db.selectFrom('elevation').selectAll().execute()),
    ...(await server.activity()),
  ]
  const text = JSON.stringify(rows, (_name, value: unknown) =>
    // a Buffer is { type, data } after JSON
    value && typeof value === 'object' && 'data' in value
      ? Buffer.from(value.data as number[]).toString('latin1')
      : value,
  )
  expect(text).toContain('XXXXXX0001')
  // a random id can have the digits of the OTP
  const withoutIds = text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')
  for (const secret of [PHONE, otp, challengeId, grant]) expect(withoutIds).not.toContain(secret)
})

describe('through an SMS service', () => {
  const accepted: Reply = {
    status: 200,
    body: { return: true, message: ['SMS sent successfully.'] },
  }
  let reply: Reply
  let service: Awaited<ReturnType<typeof smsService>>
  let other: typeof server
  beforeAll(async () => {
    service = await smsService(() => reply)
    const settings = { key: 'k', route: 'otp', senderId: '', messageId: '' } as const
    other = await superAdminServer({ showsOtp: false, send: fast2sms(settings, service.url) })
  })
  afterAll(async () => {
    await other.close()
    service.close()
  })
  beforeEach(async () => {
    await other.forgetAttempts()
    asha = await other.signIn()
  })
  const sentOtp = () =>
    new URLSearchParams(service.received.at(-1)?.body).get('variables_values') ?? ''

  test('the OTP is sent only by SMS', async () => {
    reply = accepted
    const { body } = await asha.send()
    expect(Object.keys(body.data)).toEqual(['challengeId', 'expiresAt'])
  })

  test('the first OTP verifies the phone for the administrator, and the next ones turn Super Admin on', async () => {
    reply = accepted
    await other.db.deleteFrom('verified_phone').execute()
    const enter = async (who: typeof asha) => {
      const { body } = await who.send()
      return who.verify(body.data.challengeId, sentOtp())
    }
    const first = await enter(asha)
    expect([first.status, first.body.error.code]).toEqual([400, 'PHONE_VERIFIED'])
    expect((await asha.call('GET', '/elevation')).body.data).toBeNull()
    expect((await enter(asha)).body.data.grant).toBeDefined()
    const { email } = await newAdministrator(other.db)
    expect((await enter(await other.signIn(email))).body.error.code).toBe('PHONE_VERIFIED')
    const stored = JSON.stringify(await other.db.selectFrom('verified_phone').selectAll().execute())
    expect(stored).not.toContain(PHONE)
  })

  test('a wrong OTP verifies no phone', async () => {
    reply = accepted
    await other.db.deleteFrom('verified_phone').execute()
    const { body } = await asha.send()
    const refused = await asha.verify(body.data.challengeId, wrong(sentOtp()))
    expect(refused.body.error.code).toBe('WRONG_OTP')
    expect(await other.db.selectFrom('verified_phone').selectAll().execute()).toEqual([])
  })

  test.each([
    [{ status: 503, body: {} }, 'SMS_FAILED', /^Failed to send OTP$/],
    [
      { status: 401, body: { status_code: 412 } },
      'SMS_CONFIGURATION',
      /^Failed to send OTP\. .*log/,
    ],
    [
      { status: 400, body: { status_code: 416 } },
      'SMS_BALANCE',
      /^Failed to send OTP\. .*top it up/,
    ],
  ])('%j answers 502 %s, and no OTP counts', async (answered, code, message) => {
    reply = answered
    const { status, body } = await asha.send()
    expect(status).toBe(502)
    expect(body).toEqual({ error: { code, message: expect.stringMatching(message) } })
    const open = other.db
      .selectFrom('otp_challenge')
      .select('id_hash')
      .where('ended_at', 'is', null)
    expect(await open.execute()).toEqual([])
    reply = accepted
    expect((await asha.send()).status).toBe(200)
  })
})
