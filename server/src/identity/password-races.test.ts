import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atOnce } from '../../testing/at-once.ts'
import { ASHA, identityServer } from '../../testing/identity.ts'
import { findAdministrator } from '../session/administrator.ts'
import { createResetCode } from './reset-code.ts'

let server: Awaited<ReturnType<typeof identityServer>>
beforeAll(async () => {
  server = await identityServer()
})
afterAll(() => server.close())
beforeEach(() => server.reset())

/** Returns a call that sets a password with a link of its own. */
async function resetTo(newPassword: string) {
  const { id = '' } = (await findAdministrator(server.db, ASHA.email)) ?? {}
  const oobCode = await createResetCode(server.db, id, 'mailed', server.now())
  return async () => {
    const { body } = await server.account('resetPassword', { oobCode, newPassword })
    return body.error?.message
  }
}

test('of two new passwords at the same time, one is set, and the other link no longer works', async () => {
  const [first, second] = ['three quiet elephants', 'seven loud elephants']
  const requests = [await resetTo(first), await resetTo(second)]
  expect(await atOnce(server.db, requests)).toEqual([undefined, 'INVALID_OOB_CODE'])
  const { email } = ASHA
  expect((await server.signIn({ email, password: first })).status).toBe(200)
})
