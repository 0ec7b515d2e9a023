import { createAdapter } from '@mandap/adapter/adapter.ts'
import { createClient } from '@mandap/client/client.ts'
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
  const { records } = await debugDataOf(server)
  await server.close()
  const masked = { aadharNo: 'XXXX XXXX 0124', panNo: 'ABXXXXX34F', accountNo: 'XXXXXX7890' }
  expect(records).toMatchObject({
    users: [masked],
    bookings: [{ refund: masked }],
    partners: [masked],
  })
})

test('the debug data has the other lists when one fails, and names the failed one', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const server = await plainHost({ bookings: [bookingJson({ _id: 'b1' })], partners: [] })
  server.failures.set('GET /user/all', 403)
  expect(await debugDataOf(server)).toMatchObject({
    records: { users: [], bookings: [{ _id: 'b1' }], partners: [] },
    failed: ['users'],
  })
  await server.close()
})

test('the debug data fails when all lists fail', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const server = await plainHost({})
  for (const call of ['GET /user/all', 'GET /bookings', 'GET /partners'])
    server.failures.set(call, 403)
  await expect(debugDataOf(server)).rejects.toMatchObject({ kind: 'forbidden' })
  await server.close()
})

function debugDataOf({ url }: { url: string }) {
  const tokens = { token: () => null, onUnauthorised: () => {} }
  const client = createClient(
    createAdapter({ base: url, apiKey: null, superAdminNumbers: [], tokens }),
  )
  return createQueryClient().fetchQuery(firstRecords(client))
}
