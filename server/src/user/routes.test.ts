import { userJson } from '@mandap/domain/testing/builders.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { upsertUsers } from './store.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('GET /user/all returns every user under data', async () => {
  expect((await api.call('GET', '/user/all')).body).toEqual({ data: [] })
  const users = [userJson(), userJson({ name: 'Dev', fullName: '' })]
  await upsertUsers(api.db, users, 'import')
  const { headers, body } = await api.call('GET', '/user/all')
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(body).toEqual({ data: users.map((user) => ({ ...user, version: 1 })) })
})

test('GET /user/{id} wraps the user in data', async () => {
  const user = userJson()
  await upsertUsers(api.db, [user], 'import')
  const { headers, body } = await api.call('GET', `/user/${String(user['_id'])}`)
  expect(body).toEqual({ data: { ...user, version: 1 } })
  expect(headers.get('etag')).toBe('"1"')
})

test('answers an unknown id with 404', async () => {
  expect(await api.call('GET', '/user/none')).toMatchObject({
    status: 404,
    body: { error: { code: 'NOT_FOUND', message: 'There is no user with this id.' } },
  })
})
