import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeAdministrator } from '../../testing/administrators.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { isWaitingForLock } from '../../testing/lock.ts'
import { ADMINISTRATOR, startServer } from '../../testing/server.ts'
import { recordAccount } from '../session/audit-entry.ts'
import { endSession, replaceTokens } from '../session/session.ts'
import { addSigningKey } from '../session/signing-key.ts'
import type { AccountSession } from '@mandap/contract/account.ts'
import { endOtherSessions } from './sessions.ts'

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const NEW_PASSWORD = 'three quiet elephants'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let server: Awaited<ReturnType<typeof startServer>>
/** Another process on the same database. */
let another: typeof server
let before: number

beforeAll(async () => {
  scratch = await scratchDatabase()
  server = await startServer(scratch.url, { TRUST_PROXY: '127.0.0.1' })
  another = await startServer(scratch.url)
})
afterAll(async () => {
  await another.close()
  await server.close()
  await scratch.drop()
})
beforeEach(async () => {
  await server.db.deleteFrom('administrator').execute()
  await server.db.deleteFrom('attempt').execute()
  await storeAdministrator(server.db, { ...ADMINISTRATOR, name: 'Asha Rao' })
  server.mails.length = 0
  before = (await entries()).length
})

const entries = () =>
  server.db.selectFrom('activity').select(['by', 'kind', 'after']).orderBy('id').execute()

/** Returns the entries of this test, without the sign-ins. */
const recorded = async () => (await entries()).slice(before).filter(({ kind }) => kind !== 'signIn')

/** Starts a session. Returns a function that makes calls in it. */
async function session() {
  return inSession((await server.startSession()).idToken)
}

/** Returns a function that makes calls with a token. */
function inSession(idToken: string, url = server.url) {
  return async (method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${idToken}`,
        'user-agent': WINDOWS,
        'x-forwarded-for': '203.0.113.7',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null }
  }
}

async function sessionsOf(call: Awaited<ReturnType<typeof session>>): Promise<AccountSession[]> {
  return (await call('GET', '/account')).body.data.sessions
}

async function isSignedIn(call: Awaited<ReturnType<typeof session>>): Promise<boolean> {
  return (await call('GET', '/session')).status === 200
}

/** Signs in with a password from a browser and an address, as the console does. Returns the status. */
async function signIn(password: string, address = '198.51.100.4') {
  const answer = await fetch(
    `${server.url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=mandap`,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': WINDOWS,
        'x-forwarded-for': address,
      },
      body: JSON.stringify({ email: ADMINISTRATOR.email, password }),
    },
  )
  return answer.status
}

describe('GET /account', () => {
  test('returns the administrator and their sessions, with device, address and last use', async () => {
    const mine = await session()
    expect(await signIn(ADMINISTRATOR.password)).toBe(200)
    const { body } = await mine('GET', '/account')
    expect(body.data).toMatchObject({
      email: ADMINISTRATOR.email,
      name: 'Asha Rao',
      passwordChangedAt: expect.stringMatching(/^\d{4}-/),
    })
    const { sessions } = body.data
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({
      browser: 'Chrome',
      system: 'Windows',
      address: '198.51.100.4',
      isCurrent: false,
    })
    expect(sessions[0].usedAt).toBe(sessions[0].signedInAt)
    expect(sessions[1]).toMatchObject({ browser: '', system: '', isCurrent: true })
  })

  test('leaves out sessions that have ended or expired, and those of others', async () => {
    const [mine, other] = [await session(), await session()]
    await other('POST', '/session/end')
    await session()
    const [expired = { id: '' }] = (await sessionsOf(mine)).filter(({ isCurrent }) => !isCurrent)
    await server.db
      .updateTable('session')
      .set({ expires_at: new Date() })
      .where('id', '=', expired.id)
      .execute()
    const colleague = { email: 'dev.patel@mandap.example', password: 'saffron-and-cardamom' }
    await storeAdministrator(server.db, colleague)
    await server.startSession(colleague)
    expect(await sessionsOf(mine)).toMatchObject([{ isCurrent: true }])
  })
})

describe('ending sessions', () => {
  test('ends one at once, records it and mails the administrator', async () => {
    const [mine, other] = [await session(), await session()]
    const [found = { id: '' }] = (await sessionsOf(mine)).filter(({ isCurrent }) => !isCurrent)
    expect((await mine('POST', `/account/sessions/${found.id}/end`, {})).status).toBe(200)
    expect([await isSignedIn(mine), await isSignedIn(other)]).toEqual([true, false])
    expect(await sessionsOf(mine)).toHaveLength(1)
    expect(await recorded()).toMatchObject([
      {
        by: ADMINISTRATOR.email,
        kind: 'endSessions',
        after: { sessions: 1, device: 'Unknown device' },
      },
    ])
    expect(server.mails).toMatchObject([
      {
        to: ADMINISTRATOR.email,
        subject: 'A session of your Mandap account was ended',
        text: expect.stringContaining('Device: Chrome on Windows\nAddress: 203.0.113.7'),
      },
    ])
    // the second time it has ended
    expect((await mine('POST', `/account/sessions/${found.id}/end`, {})).status).toBe(200)
    expect(await recorded()).toHaveLength(1)
    expect(server.mails).toHaveLength(1)
  })

  test('ends all others, and keeps this one', async () => {
    const [mine, one, two] = [await session(), await session(), await session()]
    const { body } = await mine('POST', '/account/sessions/end-others', {})
    expect(body).toEqual({ data: { ended: 2 } })
    const left = [await isSignedIn(mine), await isSignedIn(one), await isSignedIn(two)]
    expect(left).toEqual([true, false, false])
    expect(await recorded()).toMatchObject([{ kind: 'endSessions', after: { sessions: 2 } }])
    expect(server.mails).toMatchObject([{ text: expect.stringContaining('2 other sessions of') }])
    expect((await mine('POST', '/account/sessions/end-others', {})).body.data.ended).toBe(0)
    expect(server.mails).toHaveLength(1)
  })

  test('does not end the session of another administrator', async () => {
    const colleague = { email: 'dev.patel@mandap.example', password: 'saffron-and-cardamom' }
    await storeAdministrator(server.db, colleague)
    const { idToken } = await server.startSession(colleague)
    const theirs = await server.db
      .selectFrom('session')
      .innerJoin('administrator', 'administrator.id', 'session.administrator_id')
      .select('session.id')
      .where('email', '=', colleague.email)
      .executeTakeFirstOrThrow()
    const mine = await session()
    for (const id of [theirs.id, 'none'])
      expect((await mine('POST', `/account/sessions/${id}/end`, {})).status).toBe(404)
    const headers = { authorization: `Bearer ${idToken}` }
    expect((await fetch(`${server.url}/session`, { headers })).status).toBe(200)
    expect(await recorded()).toEqual([])
  })
})

describe('ending sessions later than ten minutes after the sign-in', () => {
  async function earlier() {
    const [mine, other] = [await session(), await session()]
    const [found = { id: '' }] = (await sessionsOf(mine)).filter(({ isCurrent }) => !isCurrent)
    const elevenMinutesAgo = new Date(Date.now() - 11 * 60_000)
    await server.db.updateTable('session').set({ signed_in_at: elevenMinutesAgo }).execute()
    const end = (path: string, body: object) => mine('POST', `/account/sessions/${path}`, body)
    return { id: found.id, other, end }
  }

  test('needs the password, for one and for all others', async () => {
    const { id, other, end } = await earlier()
    for (const path of [`${id}/end`, 'end-others']) {
      const without = await end(path, {})
      expect([without.status, without.body.error.code]).toEqual([400, 'PASSWORD_REQUIRED'])
      const wrong = await end(path, { currentPassword: 'a wrong password' })
      expect([wrong.status, wrong.body.error.code]).toEqual([400, 'WRONG_PASSWORD'])
    }
    expect(await isSignedIn(other)).toBe(true)
    expect(await recorded()).toEqual([])
    const right = { currentPassword: ADMINISTRATOR.password }
    expect((await end(`${id}/end`, right)).status).toBe(200)
    expect(await isSignedIn(other)).toBe(false)
  })

  test('limits guesses of the password', async () => {
    const { end } = await earlier()
    for (let guess = 1; guess <= 10; guess += 1)
      await end('end-others', { currentPassword: 'a wrong password' })
    const { status } = await end('end-others', { currentPassword: ADMINISTRATOR.password })
    expect(status).toBe(429)
  })
})

describe('changing the password', () => {
  const change = { currentPassword: ADMINISTRATOR.password, newPassword: NEW_PASSWORD }

  test('ends the other sessions, records it, and mails the administrator', async () => {
    const [mine, other] = [await session(), await session()]
    const { status, headers, body } = await mine('POST', '/account/password', change)
    expect(status).toBe(200)
    expect(headers.get('set-cookie')).toMatch(/^mandap-device-\S+=\S+; Path=\/identitytoolkit/)
    const renewed = inSession(body.data.idToken)
    expect([await isSignedIn(renewed), await isSignedIn(other)]).toEqual([true, false])
    expect(await signIn(ADMINISTRATOR.password)).toBe(400)
    expect(await signIn(NEW_PASSWORD)).toBe(200)
    expect((await recorded())[0]).toMatchObject({ by: ADMINISTRATOR.email, kind: 'setPassword' })
    expect(JSON.stringify(await recorded())).not.toContain(NEW_PASSWORD)
    expect(server.mails).toMatchObject([
      {
        to: ADMINISTRATOR.email,
        subject: 'Your Mandap password was changed',
        text: expect.stringMatching(
          /^Hello Asha Rao,\n\nThe password of [\s\S]+‘Forgot Password\?’ at http/,
        ),
      },
    ])
  })

  test('signs the new token with a key that the server publishes, after the key was rotated', async () => {
    const published = async () => {
      const answer = await fetch(`${another.url}/.well-known/jwks.json`)
      return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
    }
    const call = inSession((await server.startSession()).idToken, another.url)
    await published()
    await addSigningKey(server.db, new Date())
    const { body } = await call('POST', '/account/password', change)
    expect(await published()).toContain(decodeProtectedHeader(body.data.idToken).kid)
  })

  test.each([
    [{ currentPassword: 'a wrong password' }, 'WRONG_PASSWORD', 'The current password is wrong.'],
    [{ newPassword: 'short' }, 'WEAK_PASSWORD', 'Use at least 12 characters.'],
    [
      { newPassword: ADMINISTRATOR.email },
      'WEAK_PASSWORD',
      'Use more than your e-mail address or the name of this product.',
    ],
    [
      { newPassword: 'qwertyqwerty' },
      'WEAK_PASSWORD',
      'This password is on a list of common passwords. Choose another one.',
    ],
    [
      { newPassword: ADMINISTRATOR.password },
      'WEAK_PASSWORD',
      'Use a password that differs from the current one.',
    ],
  ])('refuses %j, and changes nothing', async (given, code, message) => {
    const [mine, other] = [await session(), await session()]
    const field = code === 'WRONG_PASSWORD' ? 'currentPassword' : 'newPassword'
    const { status, body } = await mine('POST', '/account/password', { ...change, ...given })
    expect([status, body]).toEqual([400, { error: { code, message, field } }])
    expect([await isSignedIn(other), await signIn(ADMINISTRATOR.password)]).toEqual([true, 200])
    expect(await recorded()).toEqual([])
    expect(server.mails).toEqual([])
  })

  test('does not count the right current password as a guess if the new one is the same', async () => {
    const mine = await session()
    const same = { ...change, newPassword: ADMINISTRATOR.password }
    expect((await mine('POST', '/account/password', same)).status).toBe(400)
    const counted = server.db.selectFrom('attempt').select('count')
    const guesses = await counted.where('kind', '=', 'passwordBySession').execute()
    expect(guesses.filter(({ count }) => count > 0)).toEqual([])
  })

  test('limits guesses of the current password', async () => {
    const mine = await session()
    const wrong = { ...change, currentPassword: 'a wrong password' }
    for (let guess = 1; guess <= 10; guess += 1)
      expect((await mine('POST', '/account/password', wrong)).status).toBe(400)
    const { status, headers } = await mine('POST', '/account/password', change)
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(800)
  })

  test('lets only one of two changes at the same time succeed', async () => {
    const [mine, other] = [await session(), await session()]
    const second = { ...change, newPassword: 'four quiet elephants' }
    const answers = await Promise.all([
      mine('POST', '/account/password', change),
      other('POST', '/account/password', second),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await recorded()).toHaveLength(1)
  })
})

describe('a call that re-authenticates the person', () => {
  const password = ADMINISTRATOR.password
  const right = { currentPassword: password }

  const refresh = async (token: string, url = server.url) => {
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token })
    const path = '/securetoken.googleapis.com/v1/token?key=mandap'
    return (await fetch(url + path, { method: 'POST', body })).json()
  }

  /** Starts two sessions of eleven minutes ago. */
  async function earlier() {
    const [tokens, other] = [await server.startSession(), await session()]
    const [found = { id: '' }] = (await sessionsOf(other)).filter(({ isCurrent }) => !isCurrent)
    const current = await sessionsOf(inSession(tokens.idToken))
    const [otherId = ''] = current.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id)
    const signed_in_at = new Date(Date.now() - 11 * 60_000)
    await server.db.updateTable('session').set({ signed_in_at }).execute()
    return { tokens, mine: inSession(tokens.idToken), id: found.id, otherId }
  }

  test.each([
    ['changing the password', () => 'password', { ...right, newPassword: NEW_PASSWORD }],
    ['ending a session', (other: string) => `sessions/${other}/end`, right],
    ['ending all other sessions', () => 'sessions/end-others', right],
  ])('%s replaces the tokens of its session in every process', async (_, path, body) => {
    const { tokens, mine, id, otherId } = await earlier()
    const there = inSession(tokens.idToken, another.url)
    // the other process knows the old token as genuine
    expect(await isSignedIn(there)).toBe(true)
    const { data } = (await mine('POST', `/account/${path(otherId)}`, body)).body
    for (const old of [mine, there]) {
      const refused = await old('GET', '/bookings')
      expect([refused.status, refused.body.error.code]).toEqual([401, 'SESSION_EXPIRED'])
      expect(await isSignedIn(old)).toBe(false)
    }
    for (const { url } of [server, another])
      expect((await refresh(tokens.refreshToken, url)).error.message).toBe('INVALID_REFRESH_TOKEN')
    // the new tokens are of the same session, also after a refused use of the old ones
    const renewed = await refresh(data.refreshToken, another.url)
    for (const idToken of [data.idToken, renewed.id_token])
      for (const { url } of [server, another])
        expect(await sessionsOf(inSession(idToken, url))).toMatchObject([{ id, isCurrent: true }])
  })

  test('keeps the tokens if it is refused', async () => {
    const { tokens, mine, otherId } = await earlier()
    const wrong = { currentPassword: 'a wrong password' }
    const answers = [
      await mine('POST', '/account/password', { ...wrong, newPassword: NEW_PASSWORD }),
      await mine('POST', '/account/password', { ...right, newPassword: 'short' }),
      await mine('POST', `/account/sessions/${otherId}/end`, wrong),
      await mine('POST', '/account/sessions/none/end', right),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 404])
    expect(await isSignedIn(mine)).toBe(true)
    expect((await refresh(tokens.refreshToken)).refresh_token).toEqual(expect.any(String))
  })

  test('lets a person sign in with the new password after its answer was lost', async () => {
    const { mine } = await earlier()
    await mine('POST', '/account/password', { ...right, newPassword: NEW_PASSWORD })
    expect((await mine('POST', '/account/password', right)).status).toBe(401)
    expect(await signIn(NEW_PASSWORD)).toBe(200)
  })

  test('accepts one of two at the same time, so that each person has tokens that work', async () => {
    const { mine } = await earlier()
    const answers = await Promise.all(
      [1, 2, 3].map(() => mine('POST', '/account/sessions/end-others', right)),
    )
    const accepted = answers.filter(({ status }) => status === 200)
    expect(accepted).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(2)
    expect(await isSignedIn(inSession(accepted[0]?.body.data.idToken))).toBe(true)
  })

  test.each([
    ['changing the password', 'password', { ...right, newPassword: NEW_PASSWORD }],
    ['ending all other sessions', 'sessions/end-others', right],
  ])('%s waits for a sign-out in the same session, and is then refused', async (_, path, body) => {
    const { mine, id } = await earlier()
    const administrator = await server.db
      .selectFrom('administrator')
      .select(['id', 'email', 'name'])
      .executeTakeFirstOrThrow()
    const { answer } = await server.db.transaction().execute(async (trx) => {
      await endSession(trx, id, 'signed out', new Date())
      const waiting = mine('POST', `/account/${path}`, body)
      await expect.poll(() => isWaitingForLock(server.db)).toBe(true)
      await recordAccount(trx, 'signOut', administrator)
      return { answer: waiting }
    })
    expect((await answer).status).toBe(401)
    expect((await recorded()).map(({ kind }) => kind)).toEqual(['signOut'])
  })

  test('waits for another session that ends all others, and is then refused', async () => {
    const { mine, otherId } = await earlier()
    const administrator = await server.db
      .selectFrom('administrator')
      .select(['id', 'email', 'name', 'role'])
      .executeTakeFirstOrThrow()
    const other = { ...administrator, sessionId: otherId, tokenSerial: 0 }
    const { answer } = await server.db.transaction().execute(async (trx) => {
      await endOtherSessions(trx, other, new Date())
      const waiting = mine('POST', '/account/sessions/end-others', right)
      await expect.poll(() => isWaitingForLock(server.db)).toBe(true)
      expect(await replaceTokens(trx, other, new Date())).toBeDefined()
      return { answer: waiting }
    })
    expect((await answer).status).toBe(401)
  })

  test('can end the present session itself', async () => {
    const { mine, id } = await earlier()
    const { status, body } = await mine('POST', `/account/sessions/${id}/end`, right)
    expect([status, body]).toEqual([200, { data: {} }])
    expect(await isSignedIn(mine)).toBe(false)
  })

  test('a sign-in of the last ten minutes proves nothing again, and keeps the tokens', async () => {
    const mine = await session()
    const { body } = await mine('POST', '/account/sessions/end-others', {})
    expect(body).toEqual({ data: { ended: 0 } })
    expect(await isSignedIn(mine)).toBe(true)
  })
})
