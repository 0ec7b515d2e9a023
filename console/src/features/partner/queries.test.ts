import { ApiError } from '@mandap/client/api-error.ts'
import { type Client, createClient } from '@mandap/client/client.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type QueryHarness, queryHarness } from '../../../testing/query-harness.ts'
import { createQueryClient } from '../client/query-client.ts'
import { approvedPartnersQuery, plannerById } from './queries.ts'

let harness: QueryHarness
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  harness = await queryHarness()
})
afterEach(() => harness.close())

test('fetches the first approved partners that a search finds, in one page', async () => {
  const { rows, next } = await harness.queryClient.fetchQuery(
    approvedPartnersQuery(harness.client, ' partner '),
  )
  expect(rows).toHaveLength(51)
  expect(next).toBeNull()
})

const TEMP_PARTNER = { _id: 't1', PartnerName: 'Rohan Das' }

test.each(['unreachable', 'server', 'notFound'] as const)(
  'reads the manual partner of a booking after a failure of the partner: %s',
  async (kind) => {
    const client = clientOf({ 'GET /partners/{id}': kind, 'GET /temp-partner/{id}': TEMP_PARTNER })
    expect(await planner(client)).toMatchObject({ name: 'Rohan Das', isManual: true })
  },
)

test.each(['unauthorised', 'timeout'] as const)(
  'reads no manual partner after a failure of the partner that the second call would have too: %s',
  async (kind) => {
    const client = clientOf({ 'GET /partners/{id}': kind, 'GET /temp-partner/{id}': TEMP_PARTNER })
    await expect(planner(client)).rejects.toMatchObject({ kind })
  },
)

test('fails as the partner did if there is no such manual partner', async () => {
  const client = clientOf({
    'GET /partners/{id}': 'unreachable',
    'GET /temp-partner/{id}': 'notFound',
  })
  await expect(planner(client)).rejects.toMatchObject({ kind: 'unreachable' })
})

/** Creates a client whose calls fail in a way or answer with a record. */
function clientOf(answers: Record<string, ApiError['kind'] | object>): Client {
  return createClient({
    ...harness.client,
    send({ key }) {
      const answer = answers[key]
      if (typeof answer === 'string') return Promise.reject(new ApiError(answer, { call: key }))
      return Promise.resolve({ status: 200, body: answer })
    },
  })
}

function planner(client: Client) {
  return createQueryClient().fetchQuery({ ...plannerById(client, 't1'), retry: false })
}
