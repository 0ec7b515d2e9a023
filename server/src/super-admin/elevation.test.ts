import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isWaitingForLock } from '../../testing/lock.ts'
import { addFactor } from '../../testing/second-factor.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { superAdminServer } from '../../testing/super-admin.ts'
import { disableAdministrator } from '../session/administrator.ts'
import { createResetCode, resetPassword } from '../identity/reset-code.ts'
import { readRow } from '../database/one-row.ts'
import { endOwnSession } from '../account/sessions.ts'
import { recordAccount } from '../session/audit-entry.ts'
import { liveSession } from '../session/live-session.ts'
import { findElevation, requireElevation } from './elevation.ts'
import { deleteOldElevations } from './elevation.ts'

type Server = Awaited<ReturnType<typeof superAdminServer>>
type SignIn = Awaited<ReturnType<Server['signIn']>>

let server: Server
let asha: SignIn
beforeAll(async () => {
  server = await superAdminServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
  asha = await server.signIn()
})

/** Returns a request for `findElevation`, without the check of its session by the guard. */
function request({ administrator }: SignIn, grant?: string) {
  const headers = grant === undefined ? {} : { 'x-elevation': grant }
  return { administrator, raw: { headers } } as unknown as Parameters<typeof findElevation>[1]
}

async function isOn(signIn: SignIn, grant: string) {
  return (await findElevation(server.db, request(signIn, grant), server.now())) !== null
}

describe('a grant', () => {
  test('with a recovery code waits for the end of its session', async () => {
    const { administrator } = asha
    const { recoveryCodes } = await addFactor(server.db, administrator.id, server.now())
    const { challengeId, otp } = (await asha.send()).body.data
    const { answer } = await server.db.transaction().execute(async (trx) => {
      await endOwnSession(trx, administrator, administrator.sessionId, server.now())
      const waiting = asha.call('POST', '/otp/verify', { challengeId, otp, code: recoveryCodes[0] })
      await expect.poll(() => isWaitingForLock(server.db)).toBe(true)
      await recordAccount(trx, 'endSessions', administrator, { after: { sessions: 1 } })
      return { answer: waiting }
    })
    const { grant } = (await answer).body.data
    expect(await isOn(asha, grant)).toBe(false)
    await server.db.deleteFrom('second_factor').execute()
  })

  test('contains the masked phone and its end', async () => {
    const grant = await asha.elevate()
    expect(await findElevation(server.db, request(asha, grant), server.now())).toEqual({
      number: 'XXXXXX0001',
      expiresAt: new Date(server.now().getTime() + 15 * 60_000),
    })
  })

  test('lasts fifteen minutes, and is not extended by use', async () => {
    const grant = await asha.elevate()
    for (let minute = 0; minute < 14; minute++) {
      expect(await asha.elevation(grant)).not.toBeNull()
      server.wait({ minutes: 1 })
    }
    server.wait({ seconds: 59 })
    expect(await isOn(asha, grant)).toBe(true)
    server.wait({ seconds: 1 })
    // the session itself continues, with a new token
    expect(await readRow(server.db, liveSession(asha.administrator, server.now()))).toBeDefined()
    expect(await isOn(asha, grant)).toBe(false)
  })

  test('is valid for the session that verified it, not for another of the same administrator', async () => {
    const grant = await asha.elevate()
    const elsewhere = await server.signIn()
    expect(await elsewhere.elevation(grant)).toBeNull()
    expect(await asha.elevation(grant)).not.toBeNull()
  })

  test.each(['', 'made up', `${'A'.repeat(42)}=`])('%j is not a grant', async (made) => {
    await asha.elevate()
    expect(await asha.elevation(made)).toBeNull()
  })

  test('a request without a grant is not elevated, even if another tab of its session is', async () => {
    await asha.elevate()
    expect((await asha.call('GET', '/elevation')).body).toEqual({ data: null })
  })

  test('a call that requires a grant answers 403 without one', async () => {
    const grant = await asha.elevate()
    await expect(
      requireElevation(server.db, request(asha, grant), server.now()),
    ).resolves.toMatchObject({ number: 'XXXXXX0001' })
    await expect(requireElevation(server.db, request(asha), server.now())).rejects.toMatchObject({
      status: 403,
      code: 'ELEVATION_REQUIRED',
    })
  })
})

describe('a grant is revoked', () => {
  test('by Disable, in every tab of the session, with an audit entry', async () => {
    const [one, two] = [await asha.elevate(), await asha.elevate()]
    const elsewhere = await server.signIn()
    const third = await elsewhere.elevate()
    expect((await asha.call('DELETE', '/elevation')).status).toBe(204)
    expect(await asha.elevation(one)).toBeNull()
    expect(await asha.elevation(two)).toBeNull()
    expect(await elsewhere.elevation(third)).not.toBeNull()
    expect((await server.activity()).at(-1)).toMatchObject({
      by: asha.administrator.email,
      kind: 'endElevation',
      subject: 'administrator',
      subject_id: asha.administrator.id,
      after: { number: 'XXXXXX0001' },
    })
  })

  test('Disable does nothing and records nothing while the mode is off', async () => {
    const before = await server.activity()
    expect((await asha.call('DELETE', '/elevation')).status).toBe(204)
    expect(await server.activity()).toEqual(before)
  })

  test('by logout', async () => {
    const grant = await asha.elevate()
    expect(await isOn(asha, grant)).toBe(true)
    await asha.call('POST', '/session/end')
    expect(await isOn(asha, grant)).toBe(false)
  })

  test('by a password reset', async () => {
    const grant = await asha.elevate()
    const { id } = asha.administrator
    const code = await createResetCode(server.db, id, 'mailed', server.now())
    const { password: newPassword } = ADMINISTRATOR
    await resetPassword(server.db, { code, newPassword, address: '192.0.2.1' }, server.now())
    expect(await isOn(asha, grant)).toBe(false)
  })

  test('by disabling the administrator', async () => {
    const grant = await asha.elevate()
    await disableAdministrator(server.db, ADMINISTRATOR.email, server.now())
    expect(await isOn(asha, grant)).toBe(false)
    await server.addAdministrator(ADMINISTRATOR.email)
    // enabled again, but with another session
    expect(await isOn(asha, grant)).toBe(false)
  })
})

test('challenges and grants are deleted one day after they expire', async () => {
  const kept = await asha.elevate()
  await asha.send()
  const count = async () => {
    const rows = [
      ...(await server.db.selectFrom('otp_challenge').select('id_hash').execute()),
      ...(await server.db.selectFrom('elevation').select('grant_hash').execute()),
    ]
    return rows.length
  }
  const before = await count()
  await deleteOldElevations(server.db, server.now())
  expect(await count()).toBe(before)
  expect(await asha.elevation(kept)).not.toBeNull()
  await deleteOldElevations(server.db, new Date(server.now().getTime() + 25 * 60 * 60_000))
  expect(await count()).toBe(0)
})

test('a grant ends when the clock, which was a day ahead, is set back', async () => {
  server.wait({ minutes: 24 * 60 })
  const ahead = await server.signIn()
  const grant = await ahead.elevate()
  expect(await isOn(ahead, grant)).toBe(true)
  const right = new Date(server.now().getTime() - 24 * 60 * 60_000)
  expect(await findElevation(server.db, request(ahead, grant), right)).toBeNull()
})
