import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { COLLEAGUE } from '../../testing/api.ts'
import { atOnce } from '../../testing/at-once.ts'
import { storeAdministrator } from '../../testing/administrators.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { ADMINISTRATOR, startServer } from '../../testing/server.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  scratch = await scratchDatabase()
  server = await startServer(scratch.url)
})
afterAll(async () => {
  await server.close()
  await scratch.drop()
})
beforeEach(async () => {
  await server.db.deleteFrom('administrator').execute()
  await server.db.deleteFrom('attempt').execute()
  for (const one of [ADMINISTRATOR, COLLEAGUE]) await storeAdministrator(server.db, one)
  server.mails.length = 0
})

/** Starts a session with Super Admin. Returns a function that makes calls in it. */
async function superAdmin(who = ADMINISTRATOR) {
  const { idToken } = await server.startSession(who)
  const grant = await server.elevate(idToken)
  return async (path: string, body?: object) => {
    const { status } = await fetch(server.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${idToken}`,
        'x-elevation': grant,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return status
  }
}

async function idOf(email: string): Promise<string> {
  const query = server.db.selectFrom('administrator').select('id').where('email', '=', email)
  return (await query.executeTakeFirstOrThrow()).id
}

const active = () =>
  server.db
    .selectFrom('administrator')
    .select('email')
    .where('disabled_at', 'is', null)
    .where('role', '=', 'administrator')
    .execute()

test.each([
  ['disable', undefined],
  ['role', { role: 'viewer' }],
])(
  'of two Super Admins who %s each other at the same time, one keeps access',
  async (action, body) => {
    const calls = [await superAdmin(), await superAdmin(COLLEAGUE)] as const
    const [own, other] = [await idOf(ADMINISTRATOR.email), await idOf(COLLEAGUE.email)]
    const statuses = await atOnce(server.db, [
      () => calls[0](`/administrators/${other}/${action}`, body),
      () => calls[1](`/administrators/${own}/${action}`, body),
    ])
    expect(new Set(statuses)).toEqual(new Set([204, 403]))
    expect(await active()).toHaveLength(1)
  },
)

test('a person who is disabled twice at the same time has one audit entry and one mail', async () => {
  const call = await superAdmin()
  const id = await idOf(COLLEAGUE.email)
  const path = `/administrators/${id}/disable`
  expect(await atOnce(server.db, [() => call(path), () => call(path)])).toEqual([204, 204])
  const entries = await server.db
    .selectFrom('activity')
    .select('id')
    .where('kind', '=', 'disableAdministrator')
    .where('subject_id', '=', id)
    .execute()
  expect(entries).toHaveLength(1)
  await expect.poll(() => server.mails).not.toEqual([])
  expect(server.mails).toHaveLength(1)
})

test('an invitation does not take away the password that the person chooses at the same time', async () => {
  const email = 'ravi@example.in'
  const call = await superAdmin()
  expect(await call('/administrators', { email })).toBe(201)
  const [status] = await atOnce(server.db, [() => call('/administrators', { email })], (trx) =>
    trx
      .updateTable('administrator')
      .set({ password_hash: 'chosen' })
      .where('email', '=', email)
      .execute(),
  )
  expect(status).toBe(400)
  const chosen = server.db.selectFrom('administrator').select('password_hash')
  expect(await chosen.where('email', '=', email).executeTakeFirst()).toEqual({
    password_hash: 'chosen',
  })
})
