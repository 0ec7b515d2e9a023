import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bookingJson } from '../testing/builders.ts'
import { anyText } from '../testing/arbitrary.ts'
import type { JsonObject } from '../wire/read.ts'
import { MAX_RECORD_BYTES, MAX_TEXT_LENGTH } from '../wire/size.ts'
import { bookingChangeProblem, unknownField } from './change.ts'
import { BOOKING_STATUSES } from './status.ts'

/** Returns the field for which a change is rejected, or null if the change is accepted. */
function rejectedField(changed: JsonObject, stored: JsonObject = bookingJson()): string | null {
  return bookingChangeProblem(stored, { ...stored, ...changed }, changed)?.field ?? null
}

const longest = 'x'.repeat(MAX_TEXT_LENGTH)

describe('accepts a change', () => {
  test.each<[JsonObject]>([
    [{}],
    [{ location: 'Pune', eventType: '', transactionId: null }],
    [{ location: longest }],
    [{ dateFrom: '2026-12-06', dateTo: '2026-12-06T16:30:00Z' }],
    [{ dateFrom: null, dateTo: '2020-01-01' }],
    [{ dateTo: 1_796_600_000_000 }],
    [{ dateTo: '' }],
    [{ budget: 0 }],
    [{ budget: 1e14 }],
    [{ services: [] }],
    [{ services: ['Mehendi', longest] }],
    [{ services: null }],
    [{ partnerId: 'p9', partnerName: 'Rohan Kulkarni', partnerMobile: '' }],
    [{ user_id: 'u1', customerId: 'u2', customer_id: 'u3', userId: 'u4' }],
  ])('to %j', (changed) => {
    expect(rejectedField(changed)).toBeNull()
  })

  test.each(Object.keys(BOOKING_STATUSES))('to the status %s', (status) => {
    expect(rejectedField({ status })).toBeNull()
  })
})

describe('rejects a change', () => {
  test.each<[field: string, changed: JsonObject]>([
    ['gate', { gate: 3 }],
    ['id', { id: 'other' }],
    ['__proto__', JSON.parse('{"__proto__":1}') as JsonObject],
    ['constructor', { constructor: 'x' }],
    ['location', { location: `${longest}x` }],
    ['location', { location: 7 }],
    ['eventId', { eventId: { _id: 'e' } }],
    ['partnerName', { partnerName: null }],
    ['partnerName', { partnerName: 5 }],
    ['partnerMobile', { partnerMobile: 9_822_098_220 }],
    ['partnerId', { partnerId: '' }],
    ['partnerId', { partnerId: ['p'] }],
    ['userId', { userId: null }],
    ['customer_id', { customer_id: '  ' }],
    ['status', { status: 'confirmed' }],
    ['status', { status: '' }],
    ['status', { status: null }],
    ['status', { status: 'toString' }],
    ['dateFrom', { dateFrom: 'soon' }],
    ['dateFrom', { dateFrom: '2026-02-30' }],
    ['createdAt', { createdAt: {} }],
    ['eventDate', { eventDate: 8.64e18 }],
    ['budget', { budget: -1 }],
    ['budget', { budget: Number.NaN }],
    ['budget', { budget: Number.POSITIVE_INFINITY }],
    ['budget', { budget: '2,50,000' }],
    ['budget', { budget: null }],
    ['services', { services: 'Mehendi' }],
    ['services', { services: { 0: 'Mehendi' } }],
    ['services.1', { services: ['Mehendi', 7] }],
    ['services.0', { services: [`${longest}x`] }],
    ['dateTo', { dateTo: '2026-12-05T04:29:59Z' }],
    ['dateFrom', { dateFrom: '2026-12-07' }],
    ['dateTo', { dateFrom: '2026-12-08', dateTo: '2026-12-07' }],
  ])('of %s to an invalid value: %j', (field, changed) => {
    const stored = bookingJson()
    const problem = bookingChangeProblem(stored, { ...stored, ...changed }, changed)
    expect(problem).toEqual({ field, message: expect.stringMatching(/\.$/) })
  })

  test('to more than 256 kB, and names the largest changed field', () => {
    const services = Array.from({ length: 30 }, () => longest)
    expect(rejectedField({ location: longest, services })).toBe('services')
    expect(rejectedField({ services: services.slice(0, 25) })).toBeNull()
  })
})

describe('stored values', () => {
  const odd = { status: 'odd', budget: -1, dateTo: '2020-01-01', note: 'x'.repeat(40_000) }

  test('are not checked if the change leaves them as they are', () => {
    expect(rejectedField({ partnerId: 'p9', partnerName: 'A' }, bookingJson(odd))).toBeNull()
    expect(rejectedField({ location: 'Pune' }, bookingJson(odd))).toBeNull()
    // start and end are checked together if one of them changes
    expect(rejectedField({ dateFrom: '2026-12-06' }, bookingJson(odd))).toBe('dateFrom')
  })

  test('allow an event to end at the moment it begins', () => {
    const moment = '2026-12-06T10:00:00.000Z'
    expect(rejectedField({ dateFrom: moment, dateTo: moment })).toBeNull()
  })

  test('that are too large still allow a partner swap and a shorter field', () => {
    const stored = bookingJson({ note: 'x'.repeat(MAX_RECORD_BYTES), location: longest })
    const swap = { partnerId: 'p9', partnerName: 'Rohan Kulkarni', partnerMobile: longest }
    expect(rejectedField(swap, stored)).toBeNull()
    expect(rejectedField({ location: 'Pune' }, stored)).toBeNull()
    expect(rejectedField({ ...swap, eventType: longest }, stored)).not.toBeNull()
  })
})

test('reports a field that is neither stored nor one of §3', () => {
  const stored = bookingJson({ note: 1 })
  expect(unknownField(stored, { ...stored, version: 3, customer_id: 'u1' })).toBeNull()
  expect(unknownField(stored, { ...stored, gate: 3 })).toMatchObject({ field: 'gate' })
  expect(unknownField(stored, { id: stored['_id'] })).toMatchObject({ field: 'id' })
  expect(unknownField(stored, { toString: 'x' })).toMatchObject({ field: 'toString' })
})

test('accepts any change or names one of its fields', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.oneof(fc.constantFrom(...Object.keys(bookingJson())), anyText),
        fc.oneof(anyText, fc.jsonValue()),
      ),
      (changed) => {
        const field = rejectedField(changed)
        expect([null, ...Object.keys(changed)]).toContain(field?.replace(/\.\d+$/, '') ?? null)
      },
    ),
  )
})
