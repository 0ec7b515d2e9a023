import { afterAll, beforeAll, expect, test } from 'vitest'
import { COLLEAGUE, startApi } from '../../testing/api.ts'
import { dumpOf } from '../../testing/dump.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'

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
  const dump = await dumpOf(api.databaseUrl)
  expect(dump.get('link_key')).toMatch(/\\x[\da-f]{64}/)
  const stored = [...dump.values()].join('\n')
  for (const encoding of ['hex', 'base64', 'base64url'] as const)
    expect(stored).not.toContain(key.toString(encoding))
})
