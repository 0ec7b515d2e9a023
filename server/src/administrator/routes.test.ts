import type { Administrator } from '@mandap/contract/administrator.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeAdministrator } from '../../testing/administrators.ts'
import { COLLEAGUE } from '../../testing/api.ts'
import { addFactor, addPasskeyOf } from '../../testing/second-factor.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { ADMINISTRATOR, startServer } from '../../testing/server.ts'

const RAVI = 'ravi@example.in'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let server: Awaited<ReturnType<typeof startServer>>
let before: number
let superAdmin: Awaited<ReturnType<typeof session>>

beforeAll(async () => {
  scratch = await scratchDatabase()
  server = await startServer(scratch.url, {
    SUPER_ADMIN_NUMBERS: `5550100001,5550100002,5550100003=${COLLEAGUE.email}`,
  })
})
afterAll(async () => {
  await server.close()
  await scratch.drop()
})
beforeEach(async () => {
  await server.db.deleteFrom('administrator').execute()
  await server.db.deleteFrom('attempt').execute()
  await storeAdministrator(server.db, ADMINISTRATOR)
  await storeAdministrator(server.db, { ...COLLEAGUE, name: 'Dev Patel' })
  superAdmin = await session(ADMINISTRATOR, { elevated: true })
  server.mails.length = 0
  before = (await entries()).length
})

const entries = () =>
  server.db
    .selectFrom('activity')
    .select(['by', 'kind', 'subject_name', 'elevation', 'before', 'after'])
    .orderBy('id')
    .execute()

const recorded = async () => (await entries()).slice(before)

/** Starts a session. Returns a function that makes calls in it. */
async function session(who = ADMINISTRATOR, { elevated = false } = {}) {
  const { idToken } = await server.startSession(who)
  const grant = elevated ? await server.elevate(idToken) : null
  return async (method: string, path: string, body?: object) => {
    const answer = await fetch(server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${idToken}`,
        ...(grant !== null && { 'x-elevation': grant }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : null }
  }
}

async function listed(): Promise<Administrator[]> {
  return (await superAdmin('GET', '/administrators')).body.data
}

async function idOf(email: string): Promise<string> {
  return (await listed()).find((one) => one.email === email)?.id ?? ''
}

/** Sets a password with the link in the newest mail. Returns the status. */
async function choosePassword(newPassword: string): Promise<number> {
  const oobCode = /oobCode=([\w-]+)/.exec(server.mails.at(-1)?.text ?? '')?.[1]
  const answer = await fetch(
    `${server.url}/identitytoolkit.googleapis.com/v1/accounts:resetPassword?key=mandap`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ oobCode, newPassword }),
    },
  )
  return answer.status
}

test('lists everybody with their state, role, sessions and last activity', async () => {
  await session(COLLEAGUE)
  await superAdmin('POST', '/administrators', { email: RAVI, name: 'Ravi' })
  expect(await listed()).toMatchObject([
    {
      email: ADMINISTRATOR.email,
      hasOwnNumber: false,
      state: 'active',
      sessions: 1,
      isYou: true,
      lastActiveAt: expect.stringMatching(/^\d{4}-/),
    },
    { email: COLLEAGUE.email, name: 'Dev Patel', hasOwnNumber: true, sessions: 1, isYou: false },
    { email: RAVI, name: 'Ravi', state: 'invited', sessions: 0, lastActiveAt: null },
  ])
})

describe('an invitation', () => {
  test('mails a link with which the person chooses a password, and is recorded', async () => {
    const { status, body } = await superAdmin('POST', '/administrators', { email: ` ${RAVI}` })
    expect([status, body.data.email]).toEqual([201, RAVI])
    expect(server.mails).toMatchObject([
      {
        to: RAVI,
        subject: 'Your invitation to the Mandap back office',
        text: expect.stringContaining(`${ADMINISTRATOR.email} invited you`),
      },
    ])
    expect(await recorded()).toMatchObject([
      {
        by: ADMINISTRATOR.email,
        kind: 'inviteAdministrator',
        subject_name: RAVI,
        elevation: 'XXXXXX0001',
      },
    ])
    expect(await choosePassword('drums-and-marigolds')).toBe(200)
    await expect
      .poll(() => server.mails.at(-1))
      .toMatchObject({ to: RAVI, subject: 'Your Mandap password was set' })
    await server.signIn({ email: RAVI, password: 'drums-and-marigolds' })
  })

  test('sends an invited person another link', async () => {
    await superAdmin('POST', '/administrators', { email: RAVI })
    expect((await superAdmin('POST', '/administrators', { email: RAVI })).status).toBe(201)
    expect(server.mails).toHaveLength(2)
    expect(await listed()).toHaveLength(3)
  })

  test('enables a disabled person, who needs a new password', async () => {
    await superAdmin('POST', `/administrators/${await idOf(COLLEAGUE.email)}/disable`)
    expect((await superAdmin('POST', '/administrators', { email: COLLEAGUE.email })).status).toBe(
      201,
    )
    await expect(server.signIn(COLLEAGUE)).rejects.toThrow('INVALID_LOGIN_CREDENTIALS')
    expect(await choosePassword('saffron-and-lanterns')).toBe(200)
    await server.signIn({ ...COLLEAGUE, password: 'saffron-and-lanterns' })
    // sent after the answer
    await expect.poll(() => server.mails).toHaveLength(3)
  })

  test.each([
    [COLLEAGUE.email, 'ALREADY_ADMINISTRATOR'],
    ['nobody', 'INVALID'],
    ['ravi,dev@example.in', 'INVALID'],
  ])('to %s answers %s at its field', async (email, code) => {
    const { status, body } = await superAdmin('POST', '/administrators', { email })
    expect([status, body.error.code, body.error.field]).toEqual([400, code, 'email'])
    expect(server.mails).toEqual([])
    expect(await recorded()).toEqual([])
  })
})

describe('another administrator', () => {
  test('is disabled at once, which causes a mail to the person and an audit entry', async () => {
    const theirs = await session(COLLEAGUE)
    const path = `/administrators/${await idOf(COLLEAGUE.email)}/disable`
    before = (await entries()).length
    expect((await superAdmin('POST', path)).status).toBe(204)
    expect((await theirs('GET', '/session')).status).toBe(401)
    await expect(server.signIn(COLLEAGUE)).rejects.toThrow('USER_DISABLED')
    expect((await superAdmin('POST', path)).status).toBe(204)
    expect(server.mails).toMatchObject([
      { to: COLLEAGUE.email, subject: 'Your Mandap account was disabled' },
    ])
    expect(await recorded()).toMatchObject([
      {
        by: ADMINISTRATOR.email,
        kind: 'disableAdministrator',
        subject_name: COLLEAGUE.email,
        elevation: 'XXXXXX0001',
      },
    ])
  })

  test('is signed out of all sessions, receives a mail, and can sign in again', async () => {
    const theirs = [await session(COLLEAGUE), await session(COLLEAGUE)]
    const path = `/administrators/${await idOf(COLLEAGUE.email)}/end-sessions`
    before = (await entries()).length
    expect((await superAdmin('POST', path)).body).toEqual({ data: { ended: 2 } })
    for (const call of theirs) expect((await call('GET', '/session')).status).toBe(401)
    expect(server.mails).toMatchObject([{ to: COLLEAGUE.email }])
    expect(await recorded()).toMatchObject([
      { kind: 'endAllSessions', elevation: 'XXXXXX0001', after: { sessions: 2 } },
    ])
    await server.signIn(COLLEAGUE)
  })
})

describe('a role', () => {
  test('can be set in the invitation', async () => {
    await superAdmin('POST', '/administrators', { email: RAVI, role: 'viewer' })
    expect((await listed()).map(({ role }) => role)).toEqual([
      'administrator',
      'administrator',
      'viewer',
    ])
    expect(await recorded()).toMatchObject([
      { kind: 'inviteAdministrator', after: { role: 'viewer' } },
    ])
  })

  test('that is changed decides the next call of the person, and ends their grants', async () => {
    const theirs = await session(COLLEAGUE, { elevated: true })
    const path = `/administrators/${await idOf(COLLEAGUE.email)}/role`
    await superAdmin('POST', path, { role: 'viewer' })
    expect((await theirs('GET', '/partners')).status).toBe(200)
    const refused = await theirs('POST', '/temp-partner', { name: 'Band Baaja', city: 'Pune' })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'ROLE_REQUIRED'])
    expect((await theirs('GET', '/administrators')).body.error.code).toBe('ROLE_REQUIRED')

    await superAdmin('POST', path, { role: 'administrator' })
    expect((await theirs('GET', '/elevation')).body.data).toBeNull()
    expect((await theirs('GET', '/administrators')).body.error.code).toBe('ELEVATION_REQUIRED')
  })

  test('that is changed causes one mail to the person and one audit entry', async () => {
    const path = `/administrators/${await idOf(COLLEAGUE.email)}/role`
    for (const role of ['viewer', 'viewer', 'administrator'])
      expect((await superAdmin('POST', path, { role })).status).toBe(204)
    expect(server.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [COLLEAGUE.email, 'Your role in Mandap was changed'],
      [COLLEAGUE.email, 'Your role in Mandap was changed'],
    ])
    expect(await recorded()).toMatchObject(
      ['viewer', 'administrator'].map((role) => ({
        by: ADMINISTRATOR.email,
        kind: 'changeRole',
        subject_name: COLLEAGUE.email,
        elevation: 'XXXXXX0001',
        before: { role: role === 'viewer' ? 'administrator' : 'viewer' },
        after: { role },
      })),
    )
  })
})

test('limits the invitations of an account to sixty in an hour', async () => {
  const invite = (email: string) => superAdmin('POST', '/administrators', { email, name: 'Ravi' })
  expect((await invite(RAVI)).status).toBe(201)
  await server.db
    .updateTable('attempt')
    .set({ count: 59 })
    .where('kind', '=', 'inviteByAccount')
    .execute()
  expect((await invite('sixtieth@example.in')).status).toBe(201)
  expect(await invite('next@example.in')).toMatchObject({
    status: 429,
    body: { error: { code: 'TOO_MANY_ATTEMPTS' } },
  })
  expect(await idOf('next@example.in')).toBe('')
  expect(server.mails).toHaveLength(2)
})

test('resets the second factor of somebody who lost it', async () => {
  const id = await idOf(COLLEAGUE.email)
  await addFactor(server.db, id, new Date())
  await addPasskeyOf(server.db, id, 'http://localhost', new Date())
  await expect(server.signIn(COLLEAGUE)).resolves.not.toMatchObject({
    idToken: expect.any(String),
  })
  expect((await listed())[1]).toMatchObject({ email: COLLEAGUE.email, factors: ['passkey', 'app'] })
  const { idToken } = await server.startSession(COLLEAGUE)
  const headers = { authorization: `Bearer ${idToken}` }
  expect((await fetch(`${server.url}/session`, { headers })).status).toBe(200)
  before = (await entries()).length
  for (let call = 1; call <= 2; call += 1)
    expect((await superAdmin('POST', `/administrators/${id}/reset-factor`)).status).toBe(204)
  expect((await fetch(`${server.url}/session`, { headers })).status).toBe(401)
  expect((await server.signIn(COLLEAGUE)).idToken).toEqual(expect.any(String))
  expect((await listed())[1]).toMatchObject({ factors: [] })
  expect((await recorded()).filter(({ kind }) => kind !== 'signIn')).toMatchObject([
    { kind: 'removeFactor', subject_name: COLLEAGUE.email, elevation: 'XXXXXX0001' },
    { kind: 'endAllSessions', subject_name: COLLEAGUE.email, elevation: 'XXXXXX0001' },
  ])
  expect(server.mails).toMatchObject([
    {
      to: COLLEAGUE.email,
      subject: 'Second factor removed from your Mandap account',
      text: expect.stringContaining(`${ADMINISTRATOR.email} removed the second factor`),
    },
  ])
})

test.each(['disable', 'end-sessions', 'reset-factor', 'role'])(
  '%s is refused for your own account, for an unknown account, and without Super Admin',
  async (action) => {
    const own = await idOf(ADMINISTRATOR.email)
    const sent = action === 'role' ? { role: 'viewer' } : undefined
    const { status, body } = await superAdmin('POST', `/administrators/${own}/${action}`, sent)
    expect([status, body.error.code]).toEqual([400, 'OWN_ACCOUNT'])
    expect((await superAdmin('POST', `/administrators/none/${action}`, sent)).status).toBe(404)
    const colleague = await idOf(COLLEAGUE.email)
    const plain = await session()
    expect((await plain('POST', `/administrators/${colleague}/${action}`, sent)).status).toBe(403)
    expect(server.mails).toEqual([])
  },
)
