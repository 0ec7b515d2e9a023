import { aBooking } from '@mandap/domain/testing/builders.ts'
import { expect, test } from 'vitest'
import { foundTransaction } from './found-text.ts'

test.each([
  ['txn77', 'TXN77'],
  ['TXN77 wedding', 'TXN77'],
  ['jaipur txn77 wedding', 'TXN77'],
  ['wedding jaipur', null],
  ['mb12', null],
  ['', null],
])('a booking that %j finds shows the transaction id %j', (typed, transactionId) => {
  const booking = aBooking({
    numberId: 'mb12',
    eventType: 'Wedding',
    location: 'Jaipur',
    transactionId: 'TXN77',
  })
  expect(foundTransaction(booking, typed)).toBe(transactionId)
})
