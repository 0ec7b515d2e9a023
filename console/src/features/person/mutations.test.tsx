import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import type { PersonSubject } from '@mandap/domain/person/person.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { MutationObserver } from '@tanstack/preact-query'
import { ApiError } from '@mandap/client/api-error.ts'
import { createClient } from '@mandap/client/client.ts'
import type { TransportAnswer } from '@mandap/client/transport.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createQueryClient } from '../client/query-client.ts'
import { bookingState, passedBooking } from '../booking/passed-booking.ts'
import { personErasure } from './mutations.ts'

const ERASED = {
  status: 200,
  body: { data: { erasedAt: '2026-11-25T00:00:00Z', bookings: 1, documents: 0 } },
}

test.each<{ subject: PersonSubject; send: () => Promise<TransportAnswer>; title: string }>([
  { title: 'a partner', subject: 'partner', send: async () => ERASED },
  { title: 'a user', subject: 'user', send: async () => ERASED },
  { title: 'a temp partner', subject: 'tempPartner', send: async () => ERASED },
  {
    title: 'a partner whose answer is lost',
    subject: 'partner',
    send: () => Promise.reject(new ApiError('timeout')),
  },
])(
  'an erasure of $title removes the bookings and answers that Back would show',
  async ({ subject, send }) => {
    const queryClient = createQueryClient()
    onTestFinished(() => queryClient.clear())
    const booking = bookingFrom(bookingJson({ _id: 'booked', partnerName: 'Zoya Khan' }))
    const state = bookingState(booking, '/booking-details')
    queryClient.setQueryData(['bookings', 'one', 'booked'], booking)
    queryClient.setQueryData(['createdPartners', 'booked'], { id: 'made' })
    const client = createClient({
      send,
      refresh: () => {},
      watch: () => () => {},
    })
    const erasure = new MutationObserver(queryClient, personErasure(client, queryClient))
    const person = { subject, id: 'zoya' }
    await erasure.mutate({ person, reason: 'Request', grant: null }).catch(() => {})
    expect(passedBooking(state)).toBeNull()
    expect(queryClient.getQueryData(['bookings', 'one', 'booked'])).toBeUndefined()
    expect(queryClient.getQueryData(['createdPartners', 'booked'])).toEqual({ id: 'made' })
  },
)
