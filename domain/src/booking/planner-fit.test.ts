import { describe, expect, test } from 'vitest'
import { aBooking, aPartner } from '../testing/builders.ts'
import { categoryOfService, fitRank, nameRank, plannerFit } from './planner-fit.ts'

const timeZone = 'Asia/Kolkata'

test.each([
  ['Photography', 'Photography'],
  ['Pre-wedding Shoot', 'Photography'],
  ['CINEMATIC FILM', 'Photography'],
  ['Catering', 'Catering'],
  ['Live Counters', 'Catering'],
  ['Decoration', 'Event'],
  ['Event Management', 'Event'],
  ['', 'Event'],
])('the service %j belongs to %s', (service, category) => {
  expect(categoryOfService(service)).toBe(category)
})

describe('how well a partner fits a booking', () => {
  const booking = aBooking({ location: 'Jaipur', cateringEvent: 'event-1' })
  const partner = aPartner({ companyLocation: 'C-Scheme, Jaipur', servicesSelected: ['Catering'] })
  const other = aBooking({ partnerId: partner.id, status: 'confirmEvent' })

  test('says whether service and city match and lists the other events on its days', () => {
    expect(plannerFit(booking, partner, [other], timeZone)).toEqual({
      service: true,
      city: true,
      otherEvents: [other],
    })
    const elsewhere = aPartner({ companyLocation: 'Pune', servicesSelected: ['Photography'] })
    expect(plannerFit(booking, elsewhere, [other], timeZone)).toEqual({
      service: false,
      city: false,
      otherEvents: [],
    })
  })

  test('does not count the booking itself', () => {
    const own = aBooking({ ...booking.original, partnerId: partner.id, status: 'confirmEvent' })
    expect(plannerFit(own, partner, [own], timeZone).otherEvents).toEqual([])
  })

  test('is unknown where the booking or the partner does not say', () => {
    const unknown = aPartner({ companyLocation: '', servicesSelected: [] })
    expect(plannerFit(booking, unknown, null, timeZone)).toEqual({
      service: null,
      city: null,
      otherEvents: null,
    })
    const undated = aBooking({ dateFrom: null, dateTo: null })
    expect(plannerFit(undated, partner, [other], timeZone).otherEvents).toBeNull()
  })

  test('takes either service of a booking for both', () => {
    const both = aBooking({ cateringEvent: 'event-1', photographyEvent: 'event-1' })
    expect(plannerFit(both, partner, [], timeZone).service).toBe(true)
  })
})

test('ranks all three first, then the service, then free days, then the city', () => {
  const free: unknown[] = []
  const fits = [
    { service: true, city: true, otherEvents: free },
    { service: true, city: false, otherEvents: free },
    { service: true, city: true, otherEvents: [1] },
    { service: true, city: null, otherEvents: null },
    { service: false, city: true, otherEvents: free },
    { service: false, city: false, otherEvents: free },
    { service: null, city: true, otherEvents: [1] },
    { service: null, city: null, otherEvents: null },
  ]
  expect(fits.toSorted((a, b) => fitRank(b) - fitRank(a))).toEqual(fits)
})

test.each([
  ['asha  RAO', 2],
  ['Asha', 1],
  ['rao asha', 1],
  ['Rao Cat', 1],
  ['', 1],
  ['sha', 0],
  ['Asha 98450', 0],
])('ranks a partner by name for the typed text %j: %i', (typed, rank) => {
  expect(nameRank({ name: 'Asha Rao', companyName: 'Rao Caterers' }, typed)).toBe(rank)
})

test('ranks a partner without a name like the others while nothing is typed', () => {
  expect(nameRank({ name: '', companyName: 'Rao Caterers' }, '')).toBe(1)
})
