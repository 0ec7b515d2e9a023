import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { expect, test } from 'vitest'
import { readBookingList } from './booking-list.ts'

test('counts bookings by status, whatever text a host sends as status', async () => {
  const statuses = ['pending', 'constructor', 'pending', '__proto__', 'constructor', '']
  const sent = JSON.stringify(statuses.map((status) => bookingJson({ status })))
  async function* bytes() {
    yield new TextEncoder().encode(sent)
  }
  const { byStatus } = await readBookingList(bytes())
  expect(Object.entries(byStatus)).toEqual([
    ['pending', 2],
    ['constructor', 2],
    ['__proto__', 1],
    ['', 1],
  ])
})
