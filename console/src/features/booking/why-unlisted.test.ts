import type { BookingFilter, ListFilter } from '@mandap/domain/booking/filter.ts'
import { aBooking } from '@mandap/domain/testing/builders.ts'
import { describe, expect, test } from 'vitest'
import { whyUnlisted } from './why-unlisted.ts'

const today = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }

const inTab = (filter: BookingFilter) => ({ list: 'details', filter, today }) as const
const ended = (filter: ListFilter = {}) => ({ list: 'ended', filter, today }) as const

describe('a searched number that the list does not show', () => {
  const soon = '2026-12-05T04:30:00.000Z'

  test('is said to be in its tab', () => {
    const booking = aBooking({ numberId: 'mb7', status: 'confirmEvent', dateFrom: soon })
    expect(whyUnlisted(booking, inTab({ tab: 'booked' }))).toBe('MB7 is in Upcoming.')
    expect(whyUnlisted(booking, inTab({ tab: 'upcoming' }))).toBeNull()
  })

  test('is said to be hidden by another filter', () => {
    const booking = aBooking({ numberId: 'MB7', status: 'pending', dateFrom: soon })
    expect(whyUnlisted(booking, inTab({ tab: 'booked', service: 'Catering' }))).toBe(
      'MB7 is in this tab, but another filter hides it.',
    )
  })

  test('is said to be past, without a start date or in no tab', () => {
    const past = aBooking({
      numberId: 'MB7',
      status: 'completed',
      dateFrom: '2026-11-01T00:00:00Z',
    })
    expect(whyUnlisted(past, inTab({ tab: 'completed' }))).toContain('began more than 6 days ago')
    const dateless = aBooking({ numberId: 'MB7', dateFrom: null, eventDate: soon })
    expect(whyUnlisted(dateless, inTab({ tab: 'booked' }))).toContain('has no start date')
    const cancelled = aBooking({ numberId: 'MB7', status: 'Cancel', dateFrom: soon })
    expect(whyUnlisted(cancelled, inTab({ tab: 'booked' }))).toBe(
      'MB7 is in no tab. Status: Service is Cancelled.',
    )
  })

  test('is said to be among the ended events, no matter how long ago the event ended', () => {
    const given = { numberId: 'MB7', status: 'confirmEvent', dateTo: null }
    for (const dateFrom of ['2026-11-20T04:30:00Z', '2025-11-20T04:30:00Z']) {
      const booking = aBooking({ ...given, dateFrom })
      expect(whyUnlisted(booking, inTab({ tab: 'inprogress' }))).toBe(
        'MB7 is in Ended, not completed.',
      )
      expect(whyUnlisted(booking, ended())).toBeNull()
      expect(whyUnlisted(booking, ended({ service: 'Catering' }))).toBe(
        'MB7 is in this list, but another filter hides it.',
      )
    }
  })

  test('is said to be in another list, also from the list of ended events', () => {
    const booking = aBooking({ numberId: 'MB7', status: 'confirmEvent', dateFrom: soon })
    expect(whyUnlisted(booking, ended())).toBe('MB7 is in Upcoming.')
  })
})
