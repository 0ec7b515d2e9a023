import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError } from '@mandap/client/api-error.ts'
import { withSession } from '@mandap/client/session-tokens.ts'
import { afterEach, describe, expect, test } from 'vitest'
import {
  createSession,
  type NewTokens,
  REFRESH_KEY,
  SUPER_ADMIN_KEY,
  TOKEN_KEY,
} from './session.ts'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 0, 15, 9)

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

describe('a session', () => {
  test('keeps the token on sign-in, and on logout removes it and turns Super Admin off', () => {
    const { tab, storage } = browser()
    const session = tab()
    session.signIn({ idToken: token(15 * MINUTE), refreshToken: 'first' })
    session.setSuperAdmin(true)
    expect(session.state()).toMatchObject({ token: token(15 * MINUTE), superAdmin: true })

    session.signOut('logout')
    expect(session.state()).toEqual({ token: null, superAdmin: false, ended: 'logout' })
    expect(storage.getItem(TOKEN_KEY)).toBeNull()
    expect(storage.getItem(REFRESH_KEY)).toBeNull()
    expect(storage.getItem(SUPER_ADMIN_KEY)).toBe('false')
  })

  test('leaves nothing in storage that says who was signed in', () => {
    const { tab, stored } = browser()
    const session = tab()
    session.signIn({ idToken: token(15 * MINUTE), email: 'asha@b.example' })
    expect(stored()).toContain('asha@b.example')
    session.signOut('logout')
    expect(stored()).not.toContain('asha@b.example')
  })

  test('is restored from storage at start', () => {
    const { tab } = browser()
    tab().signIn({ idToken: 'opaque' })
    tab().setSuperAdmin(true)
    expect(tab().state()).toEqual({ token: 'opaque', superAdmin: true, ended: null })
  })

  test('ends in one tab when another signs out', () => {
    const { tab } = browser()
    const [here, there] = [tab(), tab()]
    here.signIn({ idToken: 'opaque' })
    there.reread()
    here.signOut('logout')
    there.reread()
    expect(there.state()).toEqual({ token: null, superAdmin: false, ended: 'elsewhere' })
  })

  test('says in every tab that it ended through inactivity', () => {
    const { tab } = browser()
    const [here, there] = [tab(), tab()]
    here.signIn({ idToken: 'opaque' })
    there.reread()
    here.signOut('idle')
    there.reread()
    expect(there.state().ended).toBe('idle')
  })

  test('says in every tab that the person has no access, and stores no reason, which may name them', () => {
    const { tab, stored } = browser()
    const [here, there] = [tab(), tab()]
    here.signIn({ idToken: 'opaque' })
    there.reread()
    const reason = 'ravi@b.example is not an administrator here.'
    here.signOut('noAccess', reason)
    there.reread()
    expect(here.state()).toMatchObject({ ended: 'noAccess', reason })
    expect(there.state().ended).toBe('noAccess')
    expect(stored()).not.toContain('ravi@b.example')
    here.signIn({ idToken: 'another' })
    expect(here.state()).toEqual({ token: 'another', superAdmin: false, ended: null })
  })

  test('names its administrator by the token, or else by the e-mail of the sign-in', () => {
    const session = browser().tab()
    expect(session.identity()).toEqual({ name: '', email: '', role: null })
    const claims = new TextEncoder().encode(
      '{"name":"Āshā Rao","email":"asha@b.example","role":"viewer"}',
    )
    const payload = btoa(String.fromCodePoint(...claims))
    session.signIn({ idToken: `e30.${payload}.signature`, email: 'other@b.example' })
    expect(session.identity()).toEqual({
      name: 'Āshā Rao',
      email: 'asha@b.example',
      role: 'viewer',
    })
    session.signIn({ idToken: 'opaque', email: 'Asha@b.example' })
    expect(session.identity()).toEqual({ name: '', email: 'asha@b.example', role: null })
    session.signIn({ idToken: 'opaque' })
    expect(session.identity()).toEqual({ name: '', email: '', role: null })
    session.signOut('logout')
    expect(session.identity()).toEqual({ name: '', email: '', role: null })
  })

  test('identifies its administrator by the token, or else by the e-mail of the sign-in', () => {
    const session = browser().tab()
    expect(session.person()).toBe('')
    session.signIn({ idToken: tokenOf('admin-7'), email: 'a@b.example' })
    expect(session.person()).toBe('admin-7')
    session.signIn({ idToken: 'opaque', email: ' Asha@B.example' })
    expect(session.person()).toBe('asha@b.example')
  })

  test.each([
    ['by the token', tokenOf('asha'), tokenOf('ravi')],
    ['by the e-mail of the sign-in', 'opaque 1', 'opaque 2'],
  ])(
    'identifies nobody after a sign-out, and the next administrator after their sign-in, in all tabs: %s',
    (_by, first, next) => {
      const { tab } = browser()
      const [here, there] = [tab(), tab()]
      const persons = () => {
        there.reread()
        return [here.person(), there.person()]
      }
      here.signIn({ idToken: first, email: 'asha' })
      expect(persons()).toEqual(['asha', 'asha'])
      here.signOut('logout')
      expect(persons()).toEqual(['', ''])
      here.signIn({ idToken: next, email: 'ravi' })
      expect(persons()).toEqual(['ravi', 'ravi'])
    },
  )

  test('does not repeat a call of one administrator with the token of the next', async () => {
    const session = browser().tab()
    session.signIn({ idToken: tokenOf('asha') })
    const sent: (string | null)[] = []
    const { person, freshToken, renew } = session
    const tokens = { person, token: freshToken, renew, onUnauthorised() {} }
    const call = withSession(tokens, async (used) => {
      sent.push(used)
      session.signOut('logout')
      session.signIn({ idToken: tokenOf('ravi') })
      throw new ApiError('unauthorised')
    })
    await expect(call).rejects.toMatchObject({ kind: 'unauthorised' })
    expect(sent).toEqual([tokenOf('asha')])
    expect(session.currentToken()).toBe(tokenOf('ravi'))
  })

  test('notifies its listeners of every change until they unsubscribe', () => {
    const session = browser().tab()
    const seen: (string | null)[] = []
    const leave = session.subscribe(() => seen.push(session.currentToken()))
    session.signIn({ idToken: 'one' })
    session.signOut('logout')
    leave()
    session.signIn({ idToken: 'two' })
    expect(seen).toEqual(['one', null])
  })
})

describe('a call that re-authenticates the person', () => {
  const given = { idToken: token(20 * MINUTE), refreshToken: 'given' }

  test('keeps the tokens of its answer, for all tabs', async () => {
    const { tab, storage } = browser()
    const [here, there] = [tab(), tab()]
    here.signIn({ idToken: token(2 * MINUTE), refreshToken: 'first' })
    const sent: string[] = []
    const answer = await here.reauthenticate(async (idToken) => {
      sent.push(idToken)
      return given
    }, NEW_TOKENS)
    expect([answer, sent]).toEqual([given, [token(2 * MINUTE)]])
    expect(storage.getItem(REFRESH_KEY)).toBe('given')
    there.reread()
    expect([here.currentToken(), there.currentToken()]).toEqual([given.idToken, given.idToken])
  })

  test.each([true, false])(
    'lets renewals of the old token wait for its answer (with locks: %s)',
    async (hasLocks) => {
      const service = await tokenService(400)
      const { tab } = browser({ refreshUrl: service.url, hasLocks })
      const here = tab()
      here.signIn({ idToken: token(2 * MINUTE), refreshToken: 'first' })
      const there = hasLocks ? tab() : here
      const begun = Promise.withResolvers<void>()
      const answer = Promise.withResolvers<typeof given>()
      const proof = here.reauthenticate(() => {
        begun.resolve()
        return answer.promise
      }, NEW_TOKENS)
      await begun.promise
      // the server refuses the old token before the answer arrives
      const renewed = there.renew(token(2 * MINUTE))
      answer.resolve(given)
      expect(await renewed).toBe(given.idToken)
      await proof
      expect(service.received).toEqual([])
    },
  )

  test('uses the tokens that another tab has just received', async () => {
    const { tab } = browser()
    const [here, there] = [tab(), tab()]
    here.signIn({ idToken: token(2 * MINUTE), refreshToken: 'first' })
    there.reread()
    await here.reauthenticate(async () => given, NEW_TOKENS)
    const sent: string[] = []
    await there.reauthenticate(
      async (idToken) => sent.push(idToken),
      () => ({}),
    )
    expect(sent).toEqual([given.idToken])
    expect(there.currentToken()).toBe(given.idToken)
  })

  test('is not made if another person signs in while it waits for a call of another tab', async () => {
    const { tab } = browser()
    const [here, there] = [tab(), tab()]
    here.signIn({ idToken: tokenOf('asha') })
    there.reread()
    const begun = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<typeof given>()
    const first = here.reauthenticate(() => {
      begun.resolve()
      return answer.promise
    }, NEW_TOKENS)
    await begun.promise
    const sent: string[] = []
    const second = there.reauthenticate(
      async (idToken) => sent.push(idToken),
      () => ({}),
    )
    here.signOut('logout')
    here.signIn({ idToken: tokenOf('ravi') })
    answer.resolve(given)
    await Promise.allSettled([first, second])
    await expect(second).rejects.toMatchObject({ kind: 'unauthorised' })
    expect(sent).toEqual([])
    expect(there.currentToken()).toBe(tokenOf('ravi'))
  })

  test('signs out if an earlier answer was lost, with the new tokens', async () => {
    const service = await tokenService(400)
    const session = browser({ refreshUrl: service.url }).tab()
    session.signIn({ idToken: token(2 * MINUTE), refreshToken: 'first' })
    const lost = new ApiError('unreachable', { call: 'POST /account/password' })
    await expect(session.reauthenticate(() => Promise.reject(lost), NEW_TOKENS)).rejects.toBe(lost)
    expect(session.currentToken()).toBe(token(2 * MINUTE))
    const refused = new ApiError('unauthorised', { call: 'POST /account/password' })
    const again = session.reauthenticate(() => Promise.reject(refused), NEW_TOKENS)
    await expect(again).rejects.toBe(refused)
    expect(session.state()).toMatchObject({ token: null, ended: 'expired' })
  })

  test.each([
    [404, '<h1>404 Not Found</h1>'],
    [403, '{"message":"Blocked by the network of the office"}'],
    [403, '{"error":"Forbidden"}'],
  ])('keeps the session when a proxy answers with %s %s', async (status, page) => {
    const service = await tokenService(status)
    service.page = page
    const session = browser({ refreshUrl: service.url }).tab()
    session.signIn({ idToken: token(0), refreshToken: 'first' })
    await expect(session.freshToken()).rejects.toMatchObject({
      kind: 'unreachable',
      details: { status },
    })
    expect(session.currentToken()).toBe(token(0))
    service.status = 200
    expect(await session.freshToken()).toBe(token(20 * MINUTE))
  })

  test('does not restore the session when it ends after a sign-out', async () => {
    const { tab } = browser()
    const [here, there] = [tab(), tab()]
    here.signIn({ idToken: token(2 * MINUTE), refreshToken: 'first' })
    await here.reauthenticate(async () => {
      there.signOut('logout')
      return given
    }, NEW_TOKENS)
    expect(here.state()).toMatchObject({ token: null, ended: 'elsewhere' })
  })
})

const NEW_TOKENS = (answer: NewTokens) => answer

describe('renewal', () => {
  test('keeps a token that has not expired', async () => {
    const service = await tokenService()
    const session = browser({ refreshUrl: service.url }).tab()
    session.signIn({ idToken: token(2 * MINUTE), refreshToken: 'first' })
    expect(await session.freshToken()).toBe(token(2 * MINUTE))
    expect(service.received).toEqual([])
  })

  test('exchanges the refresh token before the token expires, and stores the rotated one', async () => {
    const service = await tokenService()
    const { tab, storage } = browser({ refreshUrl: service.url })
    const session = tab()
    session.signIn({ idToken: token(30_000), refreshToken: 'first' })
    expect(await session.freshToken()).toBe(token(20 * MINUTE))
    expect(service.received).toEqual(['grant_type=refresh_token&refresh_token=first'])
    expect(storage.getItem(REFRESH_KEY)).toBe('second')
  })

  test('happens once for all tabs and all calls', async () => {
    const service = await tokenService()
    const { tab } = browser({ refreshUrl: service.url })
    const here = tab()
    here.signIn({ idToken: token(30_000), refreshToken: 'first' })
    const there = tab()
    const answers = await Promise.all([
      here.freshToken(),
      here.freshToken(),
      there.freshToken(),
      there.freshToken(),
    ])
    expect(new Set(answers)).toEqual(new Set([token(20 * MINUTE)]))
    expect(service.received).toHaveLength(1)
  })

  test('happens once for all calls of a tab without locks', async () => {
    const service = await tokenService()
    const session = browser({ refreshUrl: service.url, hasLocks: false }).tab()
    session.signIn({ idToken: token(30_000), refreshToken: 'first' })
    await Promise.all([session.freshToken(), session.freshToken()])
    expect(service.received).toHaveLength(1)
  })

  test('uses the clock of the issuer', async () => {
    const service = await tokenService()
    const clock = { now: NOW - 30 * MINUTE }
    const session = browser({ refreshUrl: service.url, now: () => clock.now }).tab()
    session.signIn({ idToken: token(15 * MINUTE), refreshToken: 'first' })
    clock.now += 14.5 * MINUTE
    expect(await session.freshToken()).toBe(token(20 * MINUTE))
  })

  test('uses the clock of the issuer at the time at which the token was received', () => {
    const session = browser({ now: () => NOW + 6 * MINUTE }).tab()
    session.signIn({ idToken: token(15 * MINUTE), receivedAt: NOW })
    expect(session.issuerNow()).toBe(NOW + 6 * MINUTE)
  })

  test.each([400, 401, 403, 404, 409])(
    'signs out when the exchange is rejected with %i',
    async (status) => {
      const service = await tokenService(status)
      const session = browser({ refreshUrl: service.url }).tab()
      session.signIn({ idToken: token(0), refreshToken: 'used before' })
      expect(await session.freshToken()).toBeNull()
      expect(session.state().ended).toBe('expired')
    },
  )

  test('does not restore the session when it ends after a sign-out', async () => {
    const service = await tokenService()
    const { tab } = browser({ refreshUrl: service.url })
    const [here, there] = [tab(), tab()]
    here.signIn({ idToken: token(0), refreshToken: 'first' })
    const renewed = here.freshToken()
    there.signOut('logout')
    expect(await renewed).toBeNull()
    expect(here.state()).toMatchObject({ token: null, ended: 'elsewhere' })
  })

  test('keeps the session when the service fails, and retries at the next call', async () => {
    const service = await tokenService(503)
    const session = browser({ refreshUrl: service.url }).tab()
    session.signIn({ idToken: token(0), refreshToken: 'first' })
    await expect(session.freshToken()).rejects.toMatchObject({
      kind: 'unreachable',
      details: { status: 503 },
    })
    expect(session.currentToken()).toBe(token(0))
    service.status = 200
    expect(await session.freshToken()).toBe(token(20 * MINUTE))
  })

  test('fails once for all calls of a tab that wait for it', async () => {
    const service = await tokenService(503)
    const session = browser({ refreshUrl: service.url }).tab()
    session.signIn({ idToken: token(0), refreshToken: 'first' })
    const answers = await Promise.allSettled([session.freshToken(), session.freshToken()])
    expect(answers.map((answer) => answer.status)).toEqual(['rejected', 'rejected'])
    expect(service.received).toHaveLength(1)
  })

  test('keeps the session when the service limits the rate, with its own code or with 429', async () => {
    const service = await tokenService(400)
    service.error = 'TOO_MANY_ATTEMPTS_TRY_LATER'
    const session = browser({ refreshUrl: service.url }).tab()
    session.signIn({ idToken: token(0), refreshToken: 'first' })
    for (service.status of [400, 429])
      await expect(session.freshToken()).rejects.toMatchObject({
        kind: 'unreachable',
        details: { status: service.status },
      })
    expect(session.currentToken()).toBe(token(0))
    service.status = 200
    expect(await session.freshToken()).toBe(token(20 * MINUTE))
  })

  test('uses a token until it expires while the service fails', async () => {
    const service = await tokenService(503)
    const session = browser({ refreshUrl: service.url }).tab()
    session.signIn({ idToken: token(30_000), refreshToken: 'first' })
    expect(await session.freshToken()).toBe(token(30_000))
  })

  test('does not happen without a service that renews sessions, whose refresh token is not stored', async () => {
    const { tab, stored } = browser({ refreshUrl: '' })
    const session = tab()
    session.signIn({ idToken: token(0), refreshToken: 'first' })
    expect(stored()).not.toContain('first')
    expect(await session.freshToken()).toBe(token(0))
    expect(await session.renew(token(0))).toBeNull()
  })

  test('does not happen without a refresh token', async () => {
    const session = browser().tab()
    session.signIn({ idToken: token(0) })
    expect(await session.freshToken()).toBe(token(0))
    expect(await session.renew(token(0))).toBeNull()
  })
})

/** Returns a browser with one storage and any number of tabs. */
function browser({ refreshUrl = 'http://127.0.0.1:9/', now = () => NOW, hasLocks = true } = {}) {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const tab = () =>
    createSession({
      storage,
      locks: hasLocks ? navigator.locks : undefined,
      now,
      refreshUrl: () => refreshUrl,
    })
  return { storage, tab, stored: () => [...kept.values()] }
}

/** Returns a token of a person that does not expire. */
function tokenOf(sub: string) {
  return `e30.${btoa(JSON.stringify({ sub }))}.signature`
}

/** Returns a token like those of an identity service, issued at NOW. The console does not check the signature. */
function token(life: number) {
  const claims = { iat: NOW / 1000, exp: (NOW + life) / 1000 }
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
}

/** Starts a securetoken endpoint that answers with a token of 20 minutes, or with the given status and its error or `page`. */
async function tokenService(status = 200) {
  const service = { url: '', status, error: 'TOKEN_EXPIRED', page: '', received: [] as string[] }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => {
      body += part.toString()
    })
    request.on('end', () => {
      service.received.push(body)
      response.writeHead(service.status, { 'content-type': 'application/json' })
      const answer =
        service.status === 200
          ? { id_token: token(20 * MINUTE), refresh_token: 'second' }
          : { error: { code: service.status, message: service.error } }
      const isPage = service.status !== 200 && service.page !== ''
      response.end(isPage ? service.page : JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/token`
  return service
}
