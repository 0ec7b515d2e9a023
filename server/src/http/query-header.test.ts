import { userJson } from '@mandap/domain/testing/builders.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { upsertUsers } from '../user/store.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
  const names = ['Asha Rao', 'आशा राव', 'Kavya Nair']
  await upsertUsers(
    api.db,
    names.map((fullName) => userJson({ fullName })),
    'import',
  )
})
afterAll(() => api.close())

/** Returns the status of a search whose parameters are in the URL and in the header, and the names that it finds. */
async function searched(path: string, header: string) {
  const headers = { 'x-query': header }
  const { status, body } = await api.call('GET', path, { headers })
  const { data = [] } = body as { data?: { fullName: string }[] }
  return { status, names: data.map(({ fullName }) => fullName) }
}

test('reads parameters of a query from the header', async () => {
  const asha = String(new URLSearchParams({ search: 'asha rao' }))
  expect(await searched('/users', asha)).toEqual({ status: 200, names: ['Asha Rao'] })
  const hindi = String(new URLSearchParams({ search: 'आशा' }))
  expect(await searched('/users?limit=5', hindi)).toEqual({ status: 200, names: ['आशा राव'] })
})

test.each([
  ['in the URL and the header', '/users?search=asha', 'search=asha'],
  ['twice in the header', '/users', 'search=asha&search=rao'],
  ['that is not valid', '/users', 'limit=none'],
  ['with a NUL character', '/users', 'search=a%00b'],
])('refuses a parameter %s', async (_, path, header) => {
  expect((await searched(path, header)).status).toBe(400)
})
