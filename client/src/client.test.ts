import type { CallKey } from '@mandap/contract/calls.ts'
import { describe, expect, test } from 'vitest'
import { answeringServer } from '../testing/answering-server.ts'
import { ApiError } from './api-error.ts'
import { type Client, createClient } from './client.ts'
import { httpTransport } from './http-transport.ts'
import type { TransportRequest } from './transport.ts'

const SUMMARY = { users: 1, bookings: 2, partners: 3, bookingsByStatus: { pending: 2 } }

function clientThatAnswers(body: unknown): { client: Client; sent: TransportRequest[] } {
  const sent: TransportRequest[] = []
  const client = createClient({
    async send(request) {
      sent.push(request)
      return { status: 200, body }
    },
    refresh() {},
    watch: () => () => {},
  })
  return { client, sent }
}

describe('the answer to a call', () => {
  test('is returned when it has the shape of the contract', async () => {
    const { client, sent } = clientThatAnswers(SUMMARY)
    expect(await client.call('GET /summary', {})).toEqual(SUMMARY)
    expect(sent).toEqual([{ key: 'GET /summary' }])
  })

  test('may have fields that the contract does not name', async () => {
    const { client } = clientThatAnswers({ ...SUMMARY, more: true })
    await expect(client.call('GET /summary', {})).resolves.toMatchObject(SUMMARY)
  })

  test.each<[CallKey, unknown]>([
    ['GET /summary', { ...SUMMARY, users: '1' }],
    ['GET /summary', { ...SUMMARY, bookingsByStatus: { pending: null } }],
    ['GET /summary', { data: SUMMARY }],
    ['GET /summary', undefined],
    ['GET /bookings', { data: [] }],
    ['GET /bookings', [7]],
    ['GET /bookings', { data: [null], next: null, total: 1 }],
    ['GET /bookings/{id}', []],
    ['GET /bookings/{id}', null],
    ['GET /user/{id}', { data: null }],
    ['GET /totals', { data: { revenue: '1.5', months: [], services: {}, groups: {}, other: 0 } }],
    ['GET /search', { data: { users: [], bookings: [], partners: [], failed: 'users' } }],
  ])('%s %j is malformed', async (key, body) => {
    const { client } = clientThatAnswers(body)
    const answer = client.call(key, { params: { id: 'an id' } } as never)
    await expect(answer).rejects.toThrow(ApiError)
    await expect(answer).rejects.toMatchObject({
      kind: 'malformed',
      details: { call: key.replace('{id}', 'an%20id') },
    })
  })

  test('is not checked for a call that only needs success', async () => {
    const { client } = clientThatAnswers({ whatever: 1 })
    await expect(
      client.send('DELETE /partners/{id}', {
        params: { id: 'p1' },
        body: { deletedBy: 'Super Admin' },
      }),
    ).resolves.toBeUndefined()
  })
})

test('an HTTP call carries its query, with searches in a header, and the token of the session', async () => {
  let seen: (string | string[] | undefined)[] = []
  const server = await answeringServer(({ url, headers }, response) => {
    seen = [url, headers['x-query'], headers.authorization]
    response.setHeader('content-type', 'application/json').end('{"data":[]}')
  })
  try {
    const tokens = { person: () => '', token: () => 'a token', onUnauthorised: () => {} }
    const client = createClient(httpTransport({ base: server.url, tokens }))
    await client.call('GET /partner-names', { query: { list: 'approved' } })
    expect(seen).toEqual(['/partner-names?list=approved', undefined, 'Bearer a token'])
    await client.call('GET /partner-names', { query: { list: 'approved', search: 'Asha Rao' } })
    expect(seen.slice(0, 2)).toEqual(['/partner-names?list=approved', 'search=Asha+Rao'])
  } finally {
    await server.close()
  }
})

test('later reads over HTTP, and no write, send the position of the last event', async () => {
  const seen: (string | string[] | undefined)[] = []
  const server = await answeringServer(({ headers }, response) => {
    seen.push(headers['x-position'])
    response.setHeader('content-type', 'application/json').end('{"data":[]}')
  })
  const tokens = { person: () => '', token: () => 'a token', onUnauthorised: () => {} }
  const client = createClient(httpTransport({ base: server.url, tokens }))
  const read = () => client.call('GET /partner-names', { query: { list: 'approved' } })
  await read()
  client.readFrom?.('0/16B3748')
  client.readFrom?.('0/16B3750')
  await read()
  await client.send('DELETE /partners/{id}', {
    params: { id: 'p1' },
    body: { deletedBy: 'Super Admin' },
  })
  await server.close()
  expect(seen).toEqual([undefined, '0/16B3750', undefined])
})
