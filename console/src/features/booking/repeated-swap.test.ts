import { ApiError } from '@mandap/client/api-error.ts'
import { createClient } from '@mandap/client/client.ts'
import type { TransportRequest } from '@mandap/client/transport.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { trimmed } from '@mandap/domain/booking/manual-partner.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { isObject, type JsonObject } from '@mandap/domain/wire/read.ts'
import { MutationObserver, QueryClient } from '@tanstack/preact-query'
import { expect, test } from 'vitest'
import { type PartnerSwap, partnerSwap } from './mutations.ts'

test.each<PartnerSwap['to']>([
  { kind: 'existing', partner: { id: 'p1', name: 'Ishaan Rao', mobile: '9000090000' } },
  { kind: 'manual', manual: trimmed({ PartnerName: 'Meera Joshi' }) },
])('sends the same request again after its answer was lost: $kind', async (to) => {
  let stored: JsonObject = bookingJson({ partnerId: 'p0', version: 1 })
  const booking = bookingFrom(stored)
  const patches: TransportRequest[] = []
  const client = createClient({
    refresh: () => {},
    watch: () => () => {},
    async send(request) {
      if (request.key === 'POST /temp-partner')
        return { status: 201, body: { _id: 't1', PartnerName: 'Meera Joshi', personalNumber: '' } }
      if (request.key === 'PATCH /bookings/{id}') {
        patches.push(request)
        // the server saves the first request, and its answer is lost
        if (isObject(request.body)) stored = { ...request.body, version: 2 }
        if (patches.length === 1) throw new ApiError('unreachable', { call: request.key })
      }
      return { status: 200, body: stored }
    },
  })
  const queryClient = new QueryClient()
  const swap = () =>
    new MutationObserver(queryClient, partnerSwap(client, queryClient)).mutate({ booking, to })
  await expect(swap()).rejects.toMatchObject({ kind: 'unreachable' })
  await swap()
  expect(patches).toHaveLength(2)
  expect(patches[1]).toEqual(patches[0])
})
