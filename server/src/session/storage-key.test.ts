import { afterAll, beforeAll, expect, test } from 'vitest'
import { COLLEAGUE, startApi } from '../../testing/api.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { linkSecret } from './link-key.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

async function keyOf(by: typeof ADMINISTRATOR, authorization?: string): Promise<Buffer> {
  const headers = authorization ? { authorization } : {}
  const { body } = await api.call('GET', '/session/storage-key', { by, headers })
  return Buffer.from((body as { data: { key: string } }).data.key, 'base64')
}

test('an administrator has the same key in each session, and another one than a colleague', async () => {
  const mine = await keyOf(ADMINISTRATOR)
  expect(mine).toHaveLength(32)
  const next = await api.signIn()
  expect(await keyOf(ADMINISTRATOR, `Bearer ${next.idToken}`)).toEqual(mine)
  expect(await keyOf(COLLEAGUE)).not.toEqual(mine)
})

test('the key is not stored', async () => {
  const key = await keyOf(ADMINISTRATOR)
  const { secret } = await api.db.selectFrom('link_key').select('secret').executeTakeFirstOrThrow()
  for (const readable of [secret, await linkSecret(api.db)]) expect(key).not.toEqual(readable)
})
