import { expect, test } from 'vitest'
import { activityQuery } from './activity-query.ts'
import { bookingsQuery } from './bookings-query.ts'
import { partnersQuery } from './partners-query.ts'
import { usersQuery } from './users-query.ts'

const TYPED = ' Ka\0vya \ud83d'
const CLEANED = 'Kavya \ufffd'
const today = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }

// the server rejects NUL and half characters, which an address or a paste may hold
test('typed text is cleaned before a query carries it', () => {
  expect(usersQuery({ search: TYPED })).toMatchObject({ search: CLEANED })
  expect(partnersQuery({ list: 'guest', search: TYPED })).toMatchObject({ search: CLEANED })
  expect(activityQuery({ search: TYPED, person: TYPED })).toMatchObject({
    search: CLEANED,
    person: CLEANED,
  })
  const filter = { tab: 'booked', partnerName: TYPED } as const
  expect(bookingsQuery({ list: 'details', filter, today })).toMatchObject({ partnerName: CLEANED })
})

test('text that is blank once it is cleaned narrows nothing', () => {
  expect(usersQuery({ search: ' \0 ' }).search).toBeUndefined()
  expect(activityQuery({ search: '\0', person: '\0' })).toMatchObject({
    search: undefined,
    person: undefined,
  })
})
