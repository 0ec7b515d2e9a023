import { aBooking, aPartner, userJson } from '@mandap/domain/testing/builders.ts'
import { userFrom } from '@mandap/domain/user/user.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { describe, expect, test } from 'vitest'
import { forgetPassedBookings, passedBooking } from '../booking/passed-booking.ts'
import { bookingHit, partnerHit, userHit } from './hit.ts'

const FROM = '/dashboard?search=mb'

const ofBooking = (given: JsonObject, typed: string) => bookingHit(aBooking(given), typed)

describe('a hit links (§2.4)', () => {
  test('a user to User Count, with the search and their row open and marked', () => {
    expect(userHit(userFrom(userJson({ _id: 'u1' })), 'a & b').to).toEqual({
      pathname: '/user-count',
      search: '?search=a+%26+b&user=u1&found=u1',
    })
    expect(userHit(userFrom(userJson({ _id: '' })), 'a').to).toEqual({
      pathname: '/user-count',
      search: '?search=a',
    })
  })

  test.each([
    ['in a tab', { status: 'pending', numberId: 'mb-12' }],
    ['that has ended', { status: 'confirmEvent', dateFrom: '2025-11-19T04:30:00Z', dateTo: null }],
    ['hidden by its date (§5.10)', { dateFrom: '2026-11-01T00:00:00Z' }],
    ['of a status without a tab', { status: 'onHold' }],
    ['without a number', { numberId: '' }],
  ])('a booking %s to its detail', (_title, given) => {
    const booking = aBooking({ _id: 'b 1', ...given })
    const { to, state } = bookingHit(booking, 'mb')
    expect(to).toBe('/booking-details/card?id=b+1')
    expect((state as (here: string) => object)(FROM)).toEqual({
      bookingId: 'b 1',
      from: FROM,
    })
    expect(passedBooking({ bookingId: 'b 1' })).toEqual(booking)
    forgetPassedBookings()
    expect(passedBooking({ bookingId: 'b 1' })).toBeNull()
  })

  test.each([
    [{ status: 'approved' }, { pathname: '/partner-details', search: '?search=iyer' }, undefined],
    [
      { status: 'approved', companyEmail: 'Guest' },
      { pathname: '/partner-details', search: '?search=iyer' },
      undefined,
    ],
    [{ status: 'ACV' }, '/approval-panel/kyc/p1', 'Not approved: opens the Approval Panel'],
    [
      { status: 'pending', companyEmail: '' },
      '/inprogress-partners/p1',
      'Not approved: opens In Progress Partners',
    ],
    [
      { status: 'erased', erasedAt: '2026-11-02T08:00:00.000Z' },
      '/partner-details/p1',
      'Erased: opens their bookings',
    ],
    [
      { _id: '', status: 'ACV', name: 'Ananya Iyer' },
      '/partner-details/all?search=Ananya+Iyer',
      'Not approved: opens All Partners',
    ],
  ])('a partner to Partner Details or, if not approved, to their screen: %j', (given, to, note) => {
    const hit = partnerHit(aPartner({ _id: 'p1', ...given }), 'iyer')
    expect(hit.to).toEqual(to)
    expect(hit.note).toBe(note)
    expect((hit.state as (here: string) => object)(FROM)).toEqual({ from: FROM })
  })
})

describe('a hit', () => {
  test('adds no text if one that is always shown has the match', () => {
    const given = {
      transactionId: 'TXN-JAIPUR-1',
      location: 'Jaipur',
      dateFrom: new Date(2026, 11, 5, 10).toISOString(),
      dateTo: new Date(2026, 11, 6, 22).toISOString(),
    }
    expect(ofBooking(given, 'jaipur').details).toEqual([
      'Wedding',
      '5–6 Dec 2026',
      'Aarav Mehta',
      'Jaipur',
    ])
  })

  test('adds the text that has the match', () => {
    expect(ofBooking({ transactionId: 'TXN77' }, 'txn7').details).toContain('TXN77')
    const given = { personalEmail: 'one@a.example', companyEmailId: 'two@a.example' }
    expect(partnerHit(aPartner(given), 'two@').details).toEqual([
      'two@a.example',
      'Iyer Caterers',
      'Chennai',
    ])
  })

  test('adds the text with the word that the others lack', () => {
    const given = { name: 'Asha Rao', personalEmail: 'x@example.in', mobileNo: '98450 12345' }
    expect(partnerHit(aPartner(given), 'rao 9845012345').details[0]).toBe('98450 12345')
    expect(partnerHit(aPartner(given), 'rao asha').details).toEqual(['Iyer Caterers', 'Chennai'])
  })

  test('has its first text as the title, and a text for a record without any', () => {
    expect(userHit(userFrom(userJson({ fullName: '', email: 'a@b.example' })), 'a').title).toBe(
      'a@b.example',
    )
    expect(partnerHit(aPartner({ name: '' }), 'iyer').title).toBe('Iyer Caterers')
    const empty = { fullName: '', email: '', phone: '' }
    expect(userHit(userFrom(userJson(empty)), '').title).toBe('Not Available')
  })
})
