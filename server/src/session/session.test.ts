import { HANDOVER_HOURS } from '../database/migrate.ts'
import { createHash } from 'node:crypto'
import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
} from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ASHA, identityServer } from '../../testing/identity.ts'
import { isWaitingForLock } from '../../testing/lock.ts'
import { connect } from '../database/connection.ts'
import { KeyUnavailable } from '../database/encryption-keys.ts'
import { disableAdministrator } from './administrator.ts'
import { refreshSession, replaceTokens, startSession } from './session.ts'
import { readIdToken } from './id-token.ts'
import { addSigningKey, KEY_RELOAD_SECONDS, signingKeys } from './signing-key.ts'
import { deleteOldSessions } from './cleanup.ts'

let server: Awaited<ReturnType<typeof identityServer>>
beforeAll(async () => {
  server = await identityServer()
})
afterAll(() => server.close())

async function signedIn(): Promise<{ idToken: string; refreshToken: string }> {
  return (await server.signIn()).body
}

async function refreshed(refreshToken: string): Promise<{ idToken: string; refreshToken: string }> {
  const { body } = await server.refresh(refreshToken)
  return { idToken: body.id_token, refreshToken: body.refresh_token }
}

describe('refresh tokens', () => {
  test('rotate, and are stored as hashes', async () => {
    const first = await signedIn()
    const second = await refreshed(first.refreshToken)
    const third = await refreshed(second.refreshToken)
    expect(new Set([first.refreshToken, second.refreshToken, third.refreshToken]).size).toBe(3)
    expect((await server.as(third.idToken, '/session')).status).toBe(200)
    const kept = await server.db.selectFrom('refresh_token').select('token_hash').execute()
    const stored = kept.map(({ token_hash }) => token_hash.toString('hex'))
    for (const { refreshToken } of [first, second, third]) {
      expect(stored).toContain(createHash('sha256').update(refreshToken).digest('hex'))
      for (const encoding of ['utf8', 'base64url'] as const)
        expect(stored).not.toContain(Buffer.from(refreshToken, encoding).toString('hex'))
    }
  })

  test('end the session when a used one is sent again', async () => {
    const stolen = await signedIn()
    const owner = await refreshed(stolen.refreshToken)
    server.wait({ seconds: 31 })
    const thief = await server.refresh(stolen.refreshToken)
    expect(thief.body.error.message).toBe('TOKEN_EXPIRED')
    expect((await server.refresh(owner.refreshToken)).body.error.message).toBe('TOKEN_EXPIRED')
    expect((await server.as(owner.idToken, '/session')).body.error.code).toBe('SESSION_EXPIRED')
    const entries = await server.db
      .selectFrom('activity')
      .select(['by', 'subject_name', 'after'])
      .where('kind', '=', 'endReplayedSession')
      .execute()
    expect(entries).toEqual([
      {
        by: 'Mandap',
        subject_name: ASHA.email,
        after: { device: expect.any(String), address: expect.any(String) },
      },
    ])
  })

  test('a renewal that waits while its token is replaced is answered as unknown', async () => {
    const { idToken, refreshToken } = await signedIn()
    const token = { sessionId: String(decodeJwt(idToken)['sid']), tokenSerial: 0 }
    const { renewal } = await server.db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('session')
        .select('id')
        .where('id', '=', token.sessionId)
        .forUpdate()
        .execute()
      const waiting = refreshSession(server.db, refreshToken, server.now())
      await expect.poll(() => isWaitingForLock(server.db)).toBe(true)
      expect(await replaceTokens(trx, token, server.now())).toBeDefined()
      return { renewal: waiting }
    })
    expect(await renewal).toEqual({ outcome: 'unknown' })
  })

  test('two tabs that refresh at once receive the same successor', async () => {
    const { refreshToken } = await signedIn()
    const tabs = await Promise.all([1, 2, 3, 4].map(() => refreshed(refreshToken)))
    expect(new Set(tabs.map((tab) => tab.refreshToken)).size).toBe(1)
    server.wait({ minutes: 14 })
    const next = await refreshed(tabs[0]?.refreshToken ?? '')
    expect((await server.as(next.idToken, '/session')).status).toBe(200)
  })

  test('a stolen token that is used within the grace period is detected at the next refresh', async () => {
    const { refreshToken } = await signedIn()
    const owner = await refreshed(refreshToken)
    const thief = await refreshed(refreshToken)
    server.wait({ minutes: 14 })
    await refreshed(thief.refreshToken)
    server.wait({ minutes: 1 })
    expect((await server.refresh(owner.refreshToken)).body.error.message).toBe('TOKEN_EXPIRED')
    expect((await server.as(thief.idToken, '/session')).body.error.code).toBe('SESSION_EXPIRED')
  })

  test('last 12 hours without use and 7 days at most', async () => {
    const idle = await signedIn()
    server.wait({ hours: 12 })
    expect((await server.refresh(idle.refreshToken)).body.error.message).toBe('TOKEN_EXPIRED')

    let { refreshToken } = await signedIn()
    for (let hour = 11; hour < 7 * 24; hour += 11) {
      server.wait({ hours: 11 })
      ;({ refreshToken } = await refreshed(refreshToken))
      expect(refreshToken).toBeTypeOf('string')
    }
    server.wait({ hours: 7 * 24 - 15 * 11 })
    expect((await server.refresh(refreshToken)).body.error.message).toBe('TOKEN_EXPIRED')
  })
})

describe('a session ends', () => {
  test('by signing out, for its own tokens only', async () => {
    const here = await signedIn()
    const there = await signedIn()
    expect((await server.as(here.idToken, '/session/end', 'POST')).status).toBe(204)
    expect((await server.as(here.idToken, '/session')).body.error.code).toBe('SESSION_EXPIRED')
    expect((await server.refresh(here.refreshToken)).body.error.message).toBe('TOKEN_EXPIRED')
    expect((await server.as(there.idToken, '/session')).status).toBe(200)
    expect((await server.as(here.idToken, '/session/end', 'POST')).status).toBe(204)
  })

  test('by signing out with an expired token', async () => {
    const { idToken, refreshToken } = await signedIn()
    server.wait({ minutes: 20 })
    expect((await server.as(idToken, '/session/end', 'POST')).status).toBe(204)
    expect((await server.refresh(refreshToken)).body.error.message).toBe('TOKEN_EXPIRED')
  })

  test('when its administrator is disabled, at once', async () => {
    const { idToken } = await signedIn()
    await disableAdministrator(server.db, ASHA.email, server.now())
    expect((await server.as(idToken, '/session')).body.error.code).toBe('SESSION_EXPIRED')
    await server.db.updateTable('administrator').set({ disabled_at: null }).execute()
    expect((await server.as(idToken, '/session')).body.error.code).toBe('SESSION_EXPIRED')
  })
})

test('a forged token ends no session', async () => {
  const { idToken } = await signedIn()
  const forged = `${idToken.slice(0, -8)}AAAAAAAA`
  const answer = await server.as(forged, '/session/end', 'POST')
  expect(answer.body.error.code).toBe('SIGN_IN_REQUIRED')
  expect((await server.as(idToken, '/session')).status).toBe(200)
})

test('a sign-in starts no session if the password is changed while it is checked', async () => {
  const { id } = await server.db.selectFrom('administrator').select('id').executeTakeFirstOrThrow()
  const checked = { administratorId: id, passwordHash: 'the hash of an older password' }
  expect(await startSession(server.db, checked, 'address', server.now())).toBeUndefined()
})

describe('signing keys', () => {
  test('a new key signs, and tokens of the old one stay valid', async () => {
    const old = await signedIn()
    const kid = await addSigningKey(server.db, server.now())
    server.wait({ seconds: KEY_RELOAD_SECONDS })
    const renewed = await signedIn()
    const [header = ''] = renewed.idToken.split('.')
    expect(JSON.parse(Buffer.from(header, 'base64url').toString()).kid).toBe(kid)
    for (const { idToken } of [old, renewed])
      expect((await server.as(idToken, '/session')).status).toBe(200)

    await deleteOldSessions(server.db, server.now())
    expect((await server.send('/.well-known/jwks.json')).body.keys).toHaveLength(2)
    server.wait({ hours: 1 })
    await deleteOldSessions(server.db, server.now())
    expect((await server.send('/.well-known/jwks.json')).body.keys).toEqual([
      expect.objectContaining({ kid }),
    ])
  })

  test('a token that was read before is rejected once its key is deleted', async () => {
    const { idToken } = await signedIn()
    expect((await server.as(idToken, '/session')).status).toBe(200)
    const kept = await server.db.deleteFrom('token_key').returningAll().execute()
    server.wait({ seconds: KEY_RELOAD_SECONDS })
    expect((await server.as(idToken, '/session')).body.error.code).toBe('SIGN_IN_REQUIRED')
    expect(kept.length).toBeGreaterThan(0)
  })

  test('are encrypted, each for its row', async () => {
    const one = await addSigningKey(server.db, server.now())
    const { private_key, data_key } = await server.db
      .selectFrom('token_key')
      .selectAll()
      .where('kid', '=', one)
      .executeTakeFirstOrThrow()
    expect(private_key.toString('latin1')).not.toContain('PRIVATE KEY')
    server.wait({ seconds: 1 })
    const other = await addSigningKey(server.db, server.now())
    await server.db
      .updateTable('token_key')
      .set({ private_key, data_key })
      .where('kid', '=', other)
      .execute()
    await expect(signingKeys(server.db, server.now).current()).rejects.toThrow('authenticate')
    await server.db.deleteFrom('token_key').execute()
  })

  test('a key of another process is found after the clock was set back', async () => {
    const clock = { now: server.now() }
    const keys = signingKeys(server.db, () => clock.now)
    await keys.current()
    clock.now = new Date(clock.now.getTime() - 3_600_000)
    const kid = await addSigningKey(server.db, clock.now)
    expect(await keys.find(kid)).toBeDefined()
    await server.db.deleteFrom('token_key').execute()
  })

  test('the first one is the same in two processes', async () => {
    await server.db.deleteFrom('token_key').execute()
    const processes = [1, 2].map(() => signingKeys(server.db, server.now))
    const [one, two] = await Promise.all(processes.map((keys) => keys.current()))
    expect(two?.kid).toBe(one?.kid)
  })

  test('without the encryption key, tokens are verified, and a sign-in is answered with 503', async () => {
    server.wait({ seconds: KEY_RELOAD_SECONDS })
    const { idToken } = await signedIn()
    const keyless = connect(server.databaseUrl, 1)
    const keys = signingKeys(keyless, server.now)
    expect(await readIdToken(keys, 'http://mandap.test', idToken, server.now())).toMatchObject({
      state: 'valid',
    })
    await expect(keys.current()).rejects.toBeInstanceOf(KeyUnavailable)
    await keyless.destroy()
  })

  describe('after the update from release 0.1.0', () => {
    const isRsa = ({ kty }: { kty?: string }) => kty === 'RSA'
    let pair: Awaited<ReturnType<typeof generateKeyPair>>
    beforeAll(async () => {
      pair = await generateKeyPair('RS256', { extractable: true })
    })

    async function updated() {
      await server.db.deleteFrom('token_key').execute()
      const { publicKey, privateKey } = pair
      await server.db
        .insertInto('signing_key')
        .values({
          kid: 'rsa',
          private_jwk: JSON.stringify({ ...(await exportJWK(privateKey)), kid: 'rsa' }),
          public_jwk: JSON.stringify({ ...(await exportJWK(publicKey)), kid: 'rsa' }),
          created_at: server.now(),
        })
        .execute()
      server.wait({ seconds: KEY_RELOAD_SECONDS })
      return { privateKey, idToken: (await signedIn()).idToken }
    }

    test('RSA keys sign for a day, verify until their last token expires, and are then deleted', async () => {
      const { idToken } = await updated()
      expect(decodeProtectedHeader(idToken)).toMatchObject({ alg: 'RS256', kid: 'rsa' })
      expect((await server.as(idToken, '/session')).status).toBe(200)

      server.wait({ hours: HANDOVER_HOURS })
      const later = await signedIn()
      expect(decodeProtectedHeader(later.idToken).alg).toBe('ES256')
      await deleteOldSessions(server.db, server.now())
      expect((await server.send('/.well-known/jwks.json')).body.keys.some(isRsa)).toBe(true)

      server.wait({ hours: 1 })
      await deleteOldSessions(server.db, server.now())
      expect((await server.send('/.well-known/jwks.json')).body.keys.some(isRsa)).toBe(false)
    })

    test('a key verifies tokens of its own algorithm only', async () => {
      const { idToken, privateKey } = await updated()
      const { alg, ...header } = decodeProtectedHeader(idToken)
      const claims = decodeJwt(idToken)
      const pss = await importJWK(await exportJWK(privateKey), 'PS256')
      for (const [algorithm, key] of [
        ['PS256', pss],
        ['ES256', (await generateKeyPair('ES256')).privateKey],
      ] as const) {
        const other = new SignJWT(claims).setProtectedHeader({ ...header, alg: algorithm })
        const answer = await server.as(await other.sign(key), '/session')
        expect(answer.body.error.code).toBe('SIGN_IN_REQUIRED')
      }
      expect(alg).toBe('RS256')
      await server.db.deleteFrom('signing_key').execute()
      await server.db.deleteFrom('token_key').execute()
    })
  })

  test('reject a token without an expiry', async () => {
    server.wait({ seconds: KEY_RELOAD_SECONDS })
    const { idToken } = await signedIn()
    const { exp, ...claims } = decodeJwt(idToken)
    const { kid, privateKey } = await signingKeys(server.db, server.now).current()
    const sign = (what: object) =>
      new SignJWT({ ...what }).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
    expect((await server.as(await sign({ ...claims, exp }), '/session')).status).toBe(200)
    expect((await server.as(await sign(claims), '/session')).body.error.code).toBe(
      'SIGN_IN_REQUIRED',
    )
  })

  test('are read again at most once a second for unknown ids', async () => {
    let reads = 0
    const db = connect(server.databaseUrl, 2, {
      log({ query }) {
        if (query.sql.includes('token_key')) reads += 1
      },
    })
    const keys = signingKeys(db, server.now)
    await keys.published()
    reads = 0
    const guess = () =>
      Promise.all(Array.from({ length: 100 }, (_, n) => keys.find(`unknown-${n}`)))
    expect(new Set(await guess())).toEqual(new Set([undefined]))
    expect(reads).toBe(0)
    // another process adds a key, which this one reads a second later
    const kid = await addSigningKey(server.db, server.now())
    server.wait({ seconds: 1 })
    await guess()
    await guess()
    expect(reads).toBe(1)
    expect(await keys.find(kid)).toBeDefined()
    await db.destroy()
  })
})

describe('clean-up', () => {
  test('deletes only rows that no answer depends on', async () => {
    const { refreshToken } = await signedIn()
    await deleteOldSessions(server.db, server.now())
    expect((await refreshSession(server.db, refreshToken, server.now())).outcome).toBe('refreshed')
    server.wait({ days: 91 })
    const { idToken } = await signedIn()
    await deleteOldSessions(server.db, server.now())
    expect(await server.db.selectFrom('session').select('id').execute()).toHaveLength(1)
    expect(await server.db.selectFrom('refresh_token').selectAll().execute()).toHaveLength(1)
    expect((await server.as(idToken, '/session')).status).toBe(200)
  })
})
