import { ApiError } from '@mandap/client/api-error.ts'
import { createClient } from '@mandap/client/client.ts'
import type { TransportRequest } from '@mandap/client/transport.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { trimmed } from '@mandap/domain/booking/manual-partner.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { isObject, type JsonObject } from '@mandap/domain/wire/read.ts'
import { MutationObserver, QueryClient } from '@tanstack/preact-query'
import { beforeEach, expect, test } from 'vitest'
import { configFrom, setConfig } from '../client/config.ts'
import { type PartnerSwap, partnerSwap } from './mutations.ts'

beforeEach(() => setConfig(configFrom({})))

/** Swaps the partner of a booking twice, on a host that saves the first swap and whose answer is lost. */
async function swapTwice(to: PartnerSwap['to']) {
  let stored: JsonObject = bookingJson({ partnerId: 'p0', version: 1 })
  const booking = bookingFrom(stored)
  const sent: TransportRequest[] = []
  const patches = () => sent.filter(({ key }) => key === 'PATCH /bookings/{id}')
  const client = createClient({
    refresh: () => {},
    watch: () => () => {},
    async send(request) {
      sent.push(request)
      if (request.key === 'POST /temp-partner')
        return { status: 201, body: { _id: 't1', PartnerName: 'Meera Joshi', personalNumber: '' } }
      if (request.key === 'PATCH /bookings/{id}') {
        if (isObject(request.body)) stored = { ...request.body, version: 2 }
        if (patches().length === 1) throw new ApiError('unreachable', { call: request.key })
      }
      return { status: 200, body: stored }
    },
  })
  const queryClient = new QueryClient()
  const swap = () =>
    new MutationObserver(queryClient, partnerSwap(client, queryClient)).mutate({ booking, to })
  await expect(swap()).rejects.toMatchObject({ kind: 'unreachable' })
  const swapped = await swap()
  return { swapped, sent, patches: patches() }
}

test('sends the same request again after the answer to a swap was lost', async () => {
  const partner = { id: 'p1', name: 'Ishaan Rao', mobile: '9000090000' }
  const { swapped, patches } = await swapTwice({ kind: 'existing', partner })
  expect(patches).toHaveLength(2)
  expect(patches[1]).toEqual(patches[0])
  expect(swapped).toMatchObject({ partnerId: 'p1', version: 2 })
})

test('finds that a manual partner is saved after the answer to the swap was lost', async () => {
  const manual = trimmed({ PartnerName: 'Meera Joshi' })
  const { swapped, sent } = await swapTwice({ kind: 'manual', manual })
  expect(sent.map(({ key }) => key)).toEqual([
    'POST /temp-partner',
    'GET /bookings/{id}',
    'PATCH /bookings/{id}',
    'GET /bookings/{id}',
  ])
  expect(swapped).toMatchObject({ partnerId: 't1', version: 2 })
})
