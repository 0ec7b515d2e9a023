import { createAdapter } from '@mandap/adapter/adapter.ts'
import { createClient } from '@mandap/client/client.ts'
import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import { plainHost } from '@mandap/server/testing/plain-host.ts'
import { expect, test } from 'vitest'
import { createQueryClient } from '../client/query-client.ts'
import { firstRecords } from './queries.ts'

test('the debug data has no whole personal number of a customer, booking or partner', async () => {
  const numbers = { aadharNo: '234567890124', panNo: 'ABCDE1234F', accountNo: '50100234567890' }
  const server = await plainHost({
    users: [userJson(numbers)],
    bookings: [bookingJson({ refund: numbers })],
    partners: [partnerJson(numbers)],
  })
  const tokens = { token: () => null, onUnauthorised: () => {} }
  const client = createClient(
    createAdapter({ base: server.url, apiKey: null, superAdminNumbers: [], tokens }),
  )
  const records = await createQueryClient().fetchQuery(firstRecords(client))
  await server.close()
  const masked = { aadharNo: 'XXXX XXXX 0124', panNo: 'ABXXXXX34F', accountNo: 'XXXXXX7890' }
  expect(records).toMatchObject({
    users: [masked],
    bookings: [{ refund: masked }],
    partners: [masked],
  })
})
