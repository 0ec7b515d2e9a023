import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ASHA, identityServer } from '../../testing/identity.ts'
import { connect } from '../database/connection.ts'
import { disableAdministrator } from './administrator.ts'
import { refreshSession, startSession } from './session.ts'
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
    for (const { token_hash } of kept)
      expect([first, second, third].map((each) => each.refreshToken)).not.toContain(
        token_hash.toString('base64url'),
      )
  })

  test('end the session when a used one is sent again', async () => {
    const stolen = await signedIn()
    const owner = await refreshed(stolen.refreshToken)
    server.wait({ seconds: 31 })
    const thief = await server.refresh(stolen.refreshToken)
    expect(thief.body.error.message).toBe('TOKEN_EXPIRED')
    expect((await server.refresh(owner.refreshToken)).body.error.message).toBe('TOKEN_EXPIRED')
    expect((await server.as(owner.idToken, '/session')).body.error.code).toBe('SESSION_EXPIRED')
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

  test('not by a forged token', async () => {
    const { idToken } = await signedIn()
    const forged = `${idToken.slice(0, -8)}AAAAAAAA`
    const answer = await server.as(forged, '/session/end', 'POST')
    expect(answer.body.error.code).toBe('SIGN_IN_REQUIRED')
    expect((await server.as(idToken, '/session')).status).toBe(200)
  })

  test('when its administrator is disabled, at once', async () => {
    const { idToken } = await signedIn()
    await disableAdministrator(server.db, ASHA.email, server.now())
    expect((await server.as(idToken, '/session')).body.error.code).toBe('SESSION_EXPIRED')
    await server.db.updateTable('administrator').set({ disabled_at: null }).execute()
    expect((await server.as(idToken, '/session')).body.error.code).toBe('SESSION_EXPIRED')
  })

  test('before it starts, if the password is changed during the check', async () => {
    const { id } = await server.db
      .selectFrom('administrator')
      .select('id')
      .executeTakeFirstOrThrow()
    const checked = { administratorId: id, passwordHash: 'the hash of an older password' }
    expect(await startSession(server.db, checked, 'address', server.now())).toBeUndefined()
  })
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
    const kept = await server.db.deleteFrom('signing_key').returningAll().execute()
    server.wait({ seconds: KEY_RELOAD_SECONDS })
    expect((await server.as(idToken, '/session')).body.error.code).toBe('SIGN_IN_REQUIRED')
    expect(kept.length).toBeGreaterThan(0)
  })

  test('have 3,072 bits', async () => {
    const { body } = await server.send('/.well-known/jwks.json')
    expect(bitsOf(body.keys[0])).toBe(3072)
  })

  test('a shorter key of an earlier release verifies its tokens, and signs no new ones', async () => {
    await server.db.deleteFrom('signing_key').execute()
    const { publicKey, privateKey } = await generateKeyPair('RS256', {
      modulusLength: 2048,
      extractable: true,
    })
    await server.db
      .insertInto('signing_key')
      .values({
        kid: 'short',
        private_jwk: JSON.stringify({ ...(await exportJWK(privateKey)), kid: 'short' }),
        public_jwk: JSON.stringify({ ...(await exportJWK(publicKey)), kid: 'short' }),
        created_at: server.now(),
      })
      .execute()
    const processes = [1, 2].map(() => signingKeys(server.db, server.now))
    const [one, two] = await Promise.all(processes.map((keys) => keys.current()))
    expect(one?.kid).not.toBe('short')
    expect(two?.kid).toBe(one?.kid)
    const published = (await processes[0]?.published())?.keys ?? []
    expect(new Set(published.map(bitsOf))).toEqual(new Set([2048, 3072]))
    expect(await processes[0]?.find('short')).toBeDefined()
  })

  test('reject a token without an expiry', async () => {
    server.wait({ seconds: KEY_RELOAD_SECONDS })
    const { idToken } = await signedIn()
    const [header = '', payload = ''] = idToken.split('.')
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
    const { exp, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const { private_jwk } = await server.db
      .selectFrom('signing_key')
      .select('private_jwk')
      .where('kid', '=', kid)
      .executeTakeFirstOrThrow()
    const sign = async (what: object) =>
      new SignJWT({ ...what })
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(await importJWK(private_jwk, 'RS256'))
    expect((await server.as(await sign({ ...claims, exp }), '/session')).status).toBe(200)
    expect((await server.as(await sign(claims), '/session')).body.error.code).toBe(
      'SIGN_IN_REQUIRED',
    )
  })

  test('are read again at most once a second for unknown ids', async () => {
    let reads = 0
    const db = connect(server.databaseUrl, 2, {
      log({ query }) {
        if (query.sql.includes('signing_key')) reads += 1
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

/** Returns the length of an RSA key in bits. */
function bitsOf({ n = '' }: { n?: string }): number {
  return Buffer.from(n, 'base64url').length * 8
}

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
