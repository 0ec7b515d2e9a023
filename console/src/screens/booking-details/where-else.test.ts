import { tabShowing } from '@mandap/domain/booking/tab.ts'
import { aBooking } from '@mandap/domain/testing/builders.ts'
import { describe, expect, test } from 'vitest'
import { whereElse } from './where-else.ts'

const today = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }

describe('a searched number that the list does not show', () => {
  const soon = '2026-12-05T04:30:00.000Z'

  test('is said to be in its tab', () => {
    const booking = aBooking({ numberId: 'mb7', status: 'confirmEvent', dateFrom: soon })
    expect(tabShowing(booking, today)).toBe('upcoming')
    expect(whereElse(booking, { tab: 'booked' }, today)).toBe('MB7 is in Upcoming.')
    expect(whereElse(booking, { tab: 'upcoming' }, today)).toBeNull()
  })

  test('is said to be hidden by another filter', () => {
    const booking = aBooking({ numberId: 'MB7', status: 'pending', dateFrom: soon })
    expect(whereElse(booking, { tab: 'booked', service: 'Catering' }, today)).toBe(
      'MB7 is in this tab, but another filter hides it.',
    )
  })

  test('is said to be past, dateless or in no tab', () => {
    const past = aBooking({
      numberId: 'MB7',
      status: 'completed',
      dateFrom: '2026-11-01T00:00:00Z',
    })
    expect(whereElse(past, { tab: 'completed' }, today)).toContain('began more than 6 days ago')
    const dateless = aBooking({ numberId: 'MB7', dateFrom: null })
    expect(whereElse(dateless, { tab: 'booked' }, today)).toContain('has no event date')
    const ended = aBooking({ numberId: 'MB7', status: 'Cancel', dateFrom: soon })
    expect(whereElse(ended, { tab: 'booked' }, today)).toBe(
      'MB7 is in no tab. Status: Service is Cancelled.',
    )
  })
})
