import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import type { PersonSubject } from '@mandap/domain/person/person.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { MutationObserver } from '@tanstack/preact-query'
import { createClient } from '@mandap/client/client.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createQueryClient } from '../client/query-client.ts'
import { bookingState, passedBooking } from '../booking/passed-booking.ts'
import { personErasure } from './mutations.ts'

test.each<PersonSubject>(['partner', 'user', 'tempPartner'])(
  'an erasure of a %s removes the bookings and answers that Back would show',
  async (subject) => {
    const queryClient = createQueryClient()
    onTestFinished(() => queryClient.clear())
    const booking = bookingFrom(bookingJson({ _id: 'booked', partnerName: 'Zoya Khan' }))
    const state = bookingState(booking, '/booking-details')
    queryClient.setQueryData(['bookings', 'one', 'booked'], booking)
    queryClient.setQueryData(['createdPartners', 'booked'], { id: 'made' })
    const client = createClient({
      send: async () => ({
        status: 200,
        body: { data: { erasedAt: '2026-11-25T00:00:00Z', bookings: 1, documents: 0 } },
      }),
      refresh: () => {},
      watch: () => () => {},
    })
    const erasure = new MutationObserver(queryClient, personErasure(client, queryClient))
    await erasure.mutate({ person: { subject, id: 'zoya' }, reason: 'Request', grant: null })
    expect(passedBooking(state)).toBeNull()
    expect(queryClient.getQueryData(['bookings', 'one', 'booked'])).toBeUndefined()
    expect(queryClient.getQueryData(['createdPartners', 'booked'])).toEqual({ id: 'made' })
  },
)
