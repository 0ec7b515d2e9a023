import { aBooking, aPartner, userJson } from '@mandap/domain/testing/builders.ts'
import { userFrom } from '@mandap/domain/user/user.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { describe, expect, test } from 'vitest'
import { bookingHit, partnerHit, userHit } from './hit.ts'

const TODAY = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
const FROM = '/dashboard?search=mb'

const ofBooking = (given: JsonObject, typed = 'mb') =>
  bookingHit(aBooking(given), typed, TODAY, FROM)

describe('a hit links (§2.4)', () => {
  test('a user to User Count, with the search', () => {
    expect(userHit(userFrom(userJson()), 'a & b').to).toEqual({
      pathname: '/user-count',
      search: '?search=a+%26+b',
    })
  })

  test.each([
    [{ status: 'pending' }, '?numberId=MB12'],
    [{ status: 'confirmEvent' }, '?tab=upcoming&numberId=MB12'],
    [{ status: 'cancelEvent' }, '?tab=cancelledEvent&numberId=MB12'],
  ])('a booking to the tab that lists it: %j', (given, search) => {
    const hit = ofBooking({ numberId: 'mb-12', ...given })
    expect(hit.to).toEqual({ pathname: '/booking-details', search })
    expect(hit.note).toBeUndefined()
  })

  test('a confirmed event that has ended to the list of ended events, with a note', () => {
    const given = { numberId: 'mb-12', status: 'confirmEvent' }
    for (const dateFrom of ['2026-11-19T04:30:00Z', '2025-11-19T04:30:00Z'])
      expect(ofBooking({ ...given, dateFrom, dateTo: null })).toMatchObject({
        to: { pathname: '/booking-details/ended', search: '?numberId=MB12' },
        note: 'In no tab: opens Ended, not completed',
      })
  })

  test.each([
    ['hidden by its date (§5.10)', { dateFrom: '2026-11-01T00:00:00Z' }],
    ['of a status without a tab', { status: 'onHold' }],
    ['without a number', { numberId: '' }],
  ])('a booking %s to its detail, with a note', (_title, given) => {
    const booking = aBooking(given)
    expect(bookingHit(booking, 'mb', TODAY, FROM)).toMatchObject({
      to: '/booking-details/card',
      state: { booking: booking.original, from: FROM },
      note: 'In no tab: opens its detail',
    })
  })

  test.each([
    [{ status: 'approved' }, { pathname: '/partner-details', search: '?search=iyer' }],
    [
      { status: 'approved', companyEmail: 'Guest' },
      { pathname: '/partner-details', search: '?search=iyer' },
    ],
    [{ status: 'ACV' }, '/approval-panel/kyc/p1'],
    [{ status: 'pending', companyEmail: '' }, '/inprogress-partners/p1'],
  ])('a partner to Partner Details or, if not approved, to their list: %j', (given, to) => {
    const hit = partnerHit(aPartner({ _id: 'p1', ...given }), 'iyer')
    expect(hit.to).toEqual(to)
    expect(hit.note === undefined).toBe(given.status === 'approved')
  })
})

describe('a hit shows the matched text', () => {
  test('in a text that is always shown', () => {
    expect(
      ofBooking({ transactionId: 'TXN-JAIPUR-1', location: 'Jaipur' }, 'jaipur').details,
    ).toEqual(['Wedding', '05 Dec 2026', 'Aarav Mehta', 'Jaipur'])
  })

  test('in an additional text', () => {
    expect(ofBooking({ transactionId: 'TXN77' }, 'txn7').details).toContain('TXN77')
    const given = { personalEmail: 'one@a.example', companyEmailId: 'two@a.example' }
    expect(partnerHit(aPartner(given), 'two@').details).toEqual([
      'two@a.example',
      'Iyer Caterers',
      'Chennai',
    ])
  })

  test('with the title as its first text', () => {
    expect(userHit(userFrom(userJson({ fullName: '', email: 'a@b.example' })), 'a').title).toBe(
      'a@b.example',
    )
    expect(partnerHit(aPartner({ name: '' }), 'iyer').title).toBe('Iyer Caterers')
    const empty = { fullName: '', email: '', phone: '' }
    expect(userHit(userFrom(userJson(empty)), '').title).toBe('Not Available')
  })
})
