import { DEMONSTRATION_NUMBERS, DEMONSTRATION_PASSWORD } from '@mandap/demo/account.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeAdministrator } from '../../testing/administrators.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { buildApp } from '../app/app.ts'
import type { App } from '../http/app.ts'
import { readConfig } from '../config/config.ts'
import { refuseDemonstrationPassword } from './demonstration.ts'
import { WEB_API_KEY } from '../identity/identity-toolkit.ts'

const DEMONSTRATION = { email: 'admin@mandap.example', password: DEMONSTRATION_PASSWORD }
const ASHA = { email: 'asha@example.in', password: 'marigold-lanterns-7' }
const FORWARDED = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'office.example' }

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let app: App
const logged: string[] = []

beforeAll(async () => {
  scratch = await scratchDatabase()
  for (const person of [DEMONSTRATION, ASHA]) await storeAdministrator(scratch.db, person)
  const config = readConfig({ LOG_LEVEL: 'silent' })
  const mail = () => Promise.reject(new Error('no mail is sent here'))
  const sms = { showsOtp: true, send: async () => ({ is: 'sent' }) as const }
  app = await buildApp({ db: scratch.db, config, mail, sms })
  app.log.warn = (...words: unknown[]) => void logged.push(words.join(' '))
})
afterAll(async () => {
  await app.close()
  await scratch.drop()
})
beforeEach(async () => {
  await scratch.db.deleteFrom('attempt').execute()
})

async function post(path: string, payload: object, headers: Record<string, string> = {}) {
  const sent = { host: 'localhost:4000', ...headers }
  const answer = await app.inject({ method: 'POST', url: path, payload, headers: sent })
  return { status: answer.statusCode, body: answer.json() }
}

function signIn(who: object, headers: Record<string, string> = {}) {
  const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword'
  return post(`${path}?key=${WEB_API_KEY}`, who, headers)
}

describe('the demonstration password', () => {
  test('signs in on the machine that runs the server', async () => {
    expect((await signIn(DEMONSTRATION)).status).toBe(200)
    const own = { origin: 'http://localhost:4000', 'x-forwarded-for': '127.0.0.1' }
    expect((await signIn(DEMONSTRATION, own)).status).toBe(200)
  })

  test.each([
    FORWARDED,
    { forwarded: 'for=203.0.113.9;host=office.example' },
    { host: 'office.example' },
    { host: '192.168.1.7:4000' },
    // a proxy that names no client and sends its own Host
    { origin: 'https://office.example', 'sec-fetch-site': 'same-origin' },
  ])('does not sign in from another machine, as %j says', async (headers) => {
    logged.length = 0
    const { status, body } = await signIn(DEMONSTRATION, headers)
    expect(status).toBe(403)
    expect(body.error.message).toBe(
      'DEMONSTRATION_PASSWORD : The demonstration password works only on the machine that runs the server. Set another password there.',
    )
    expect(logged).toContainEqual(expect.stringContaining('set PUBLIC_URL to the address'))
    expect(logged.join()).toContain(`npm run admin -- password ${DEMONSTRATION.email}`)
  })

  test('is rejected in another spelling', async () => {
    const password = 'ｎamaste-mandap'
    expect((await signIn({ ...DEMONSTRATION, password })).status).toBe(200)
    expect((await signIn({ ...DEMONSTRATION, password }, FORWARDED)).status).toBe(403)
  })

  test('is a wrong password for an account with another', async () => {
    const { body } = await signIn({ ...ASHA, password: DEMONSTRATION_PASSWORD }, FORWARDED)
    expect(body.error.message).toBe('INVALID_LOGIN_CREDENTIALS')
    expect((await signIn(ASHA, FORWARDED)).status).toBe(200)
  })

  test.each([
    { host: '0.0.0.0', publicUrl: 'http://localhost:4000' },
    { host: '127.0.0.1', publicUrl: 'https://office.example' },
  ])('prevents the server from starting with %j', async (reach) => {
    const start = refuseDemonstrationPassword(scratch.db, { ...reach, identity: 'embedded' })
    await expect(start).rejects.toThrow(
      `${DEMONSTRATION.email} still signs in with the demonstration password`,
    )
  })
})

test('the response contains the OTP only on the machine that runs the server', async () => {
  const { idToken } = (await signIn(ASHA)).body
  const authorization = `Bearer ${idToken}`
  const numbers = DEMONSTRATION_NUMBERS[0]
  const remote = await post('/otp/sms', { numbers }, { authorization, ...FORWARDED })
  expect(remote.status).toBe(403)
  expect(remote.body.error.code).toBe('SMS_DEVELOPMENT')
  const local = await post('/otp/sms', { numbers }, { authorization })
  expect(local.body.data.otp).toMatch(/^\d{6}$/)
})
