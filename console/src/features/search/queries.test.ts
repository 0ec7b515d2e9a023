import { createAdapter } from '@mandap/adapter/adapter.ts'
import { ApiError } from '@mandap/client/api-error.ts'
import { createClient } from '@mandap/client/client.ts'
import { LIST_NAMES } from '@mandap/contract/list-names.ts'
import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import { plainHost } from '@mandap/server/testing/plain-host.ts'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '../client/query-client.ts'
import { firstRecords } from './queries.ts'

test('the debug data has no whole personal number of a customer, booking or partner', async () => {
  const numbers = { aadharNo: '234567890124', panNo: 'ABCDE1234F', accountNo: '50100234567890' }
  const server = await plainHost({
    users: [userJson(numbers)],
    bookings: [bookingJson({ refund: numbers })],
    partners: [partnerJson(numbers)],
  })
  const client = clientOf(server)
  const [users, bookings, partners] = await Promise.all(
    LIST_NAMES.map((list) => createQueryClient().fetchQuery(firstRecords(client, list))),
  )
  await server.close()
  const masked = { aadharNo: 'XXXX XXXX 0124', panNo: 'ABXXXXX34F', accountNo: 'XXXXXX7890' }
  expect({ users, bookings, partners }).toMatchObject({
    users: [masked],
    bookings: [{ refund: masked }],
    partners: [masked],
  })
})

test('a list of the debug data that fails is repeated and logged, and the others are there', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const sent: string[] = []
  const client = createClient({
    send({ key }) {
      sent.push(key)
      if (key === 'GET /users') return Promise.reject(new ApiError('server', { call: key }))
      return Promise.resolve({ status: 200, body: { data: [{ _id: '1' }], next: null, total: 1 } })
    },
    refresh() {},
    watch: () => () => {},
  })
  const queryClient = createQueryClient({ retryDelay: 0 })
  const [users, bookings, partners] = await Promise.allSettled(
    LIST_NAMES.map((list) => queryClient.fetchQuery(firstRecords(client, list))),
  )
  expect(users).toMatchObject({ reason: { kind: 'server' } })
  expect(bookings).toMatchObject({ value: [{ _id: '1' }] })
  expect(partners).toMatchObject({ value: [{ _id: '1' }] })
  expect(sent.filter((call) => call === 'GET /users')).toHaveLength(3)
  expect(warn.mock.calls.map(([text]) => text)).toEqual(['GET /users: server'])
})

function clientOf({ url }: { url: string }) {
  const tokens = { person: () => '', token: () => null, onUnauthorised: () => {} }
  return createClient(createAdapter({ base: url, apiKey: null, superAdminNumbers: [], tokens }))
}
