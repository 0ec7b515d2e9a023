import { describe, expect, test } from 'vitest'
import { bookingIndex } from '../booking/index-fields.ts'
import { bookingFrom } from '../booking/booking.ts'
import { partnerFrom } from '../partner/partner.ts'
import { missingItems } from '../partner/registration.ts'
import { bookingJson, partnerJson, userJson } from '../testing/builders.ts'
import { dueStep, STEPS, type Step, whyDisabled } from '../verification/step.ts'
import {
  ERASED_NAME,
  erasedRecord,
  erasureProblem,
  erasurePhrase,
  withoutCustomer,
  withoutErasedMentions,
  withoutErasedPartner,
  withoutMentions,
  withoutPartner,
} from './erased.ts'
import type { JsonObject } from '../wire/read.ts'
import { identityOf } from './person.ts'

const AT = new Date('2026-11-25T10:00:00.000Z')

describe('erasedRecord', () => {
  test('keeps of a partner the id, the services, the plan and the date', () => {
    const partner = partnerJson({
      kycStatus: 'AKYC',
      notes: 'prefers calls',
      userId: 'u1',
      NoGST: true,
    })
    expect(erasedRecord('partner', partner, AT)).toEqual({
      _id: partner['_id'],
      name: ERASED_NAME,
      status: 'erased',
      servicesSelected: ['Catering'],
      companyEmail: 'PLAN82600',
      erasedAt: '2026-11-25T10:00:00.000Z',
    })
  })

  test('does not keep an e-mail address in the field of the plan', () => {
    const erased = erasedRecord('partner', partnerJson({ companyEmail: 'a@example.in' }), AT)
    expect(erased).not.toHaveProperty('companyEmail')
  })

  test('keeps of a customer and of a partner entered by hand the id and the date', () => {
    const user = userJson({ phone: '98' })
    expect(erasedRecord('user', user, AT)).toEqual({
      _id: user['_id'],
      fullName: ERASED_NAME,
      erasedAt: AT.toISOString(),
    })
    expect(erasedRecord('tempPartner', { _id: 't1', PartnerName: 'Sana', x: 1 }, AT)).toEqual({
      _id: 't1',
      PartnerName: ERASED_NAME,
      erasedAt: AT.toISOString(),
    })
  })

  test('an erased partner lacks nothing, is due for nothing, and cannot be decided on', () => {
    const partner = partnerFrom(erasedRecord('partner', partnerJson(), AT))
    expect(partner.erasedAt).toBe(AT.getTime())
    expect(missingItems(partner)).toEqual([])
    expect(dueStep(partner)).toBeNull()
    for (const step of Object.keys(STEPS) as Step[])
      expect(whyDisabled(partner, step, true)).toMatch(/was erased/)
  })
})

const booking = bookingJson({
  customer_id: { _id: 'c1', fullName: 'Kavya Nair', phone: '9845098450' },
  guests: 200,
  contact: 'Aarav Mehta, 98200 12345',
})
const partner = identityOf({ name: 'Aarav Mehta', mobileNo: '9820012345' })

test('a booking keeps what is counted when its customer is erased', () => {
  const left = withoutCustomer(booking)
  expect(left).toMatchObject({ customer_id: 'c1', partnerName: 'Aarav Mehta', budget: 250_000 })
  for (const field of ['location', 'transactionId', 'guests', 'contact'])
    expect(left).not.toHaveProperty(field)
  const { searchText: _, ...index } = bookingIndex(bookingFrom(left))
  const { searchText: __, ...before } = bookingIndex(bookingFrom(booking))
  expect(index).toEqual(before)
})

test('a booking loses the details of its partner, and other fields that mention them', () => {
  const left = withoutPartner(
    { ...booking, partnerId: { _id: 'p1', name: 'Aarav Mehta' } },
    partner,
  )
  expect(left).toMatchObject({
    partnerId: 'p1',
    partnerName: ERASED_NAME,
    guests: 200,
    location: 'Jaipur',
  })
  expect(left).not.toHaveProperty('partnerMobile')
  expect(left).not.toHaveProperty('contact')
})

test('a booking keeps its place and its transaction id, of which a name of the partner may be a part', () => {
  const ours = bookingJson({
    location: 'Jaipur, Rajasthan',
    transactionId: 'raja-1',
    contact: 'Raja',
  })
  const raja = identityOf({ name: 'Raja' })
  const kept = { location: 'Jaipur, Rajasthan', transactionId: 'raja-1' }
  for (const left of [withoutPartner(ours, raja), withoutMentions(ours, raja)]) {
    expect(left).toMatchObject(kept)
    expect(left).not.toHaveProperty('contact')
  }
  expect(withoutErasedPartner({ ...ours, partnerName: 'Raja' }, [])).toMatchObject(kept)
})

test('a booking loses what mentions the partner of the record that it has in place of the id', () => {
  const partnerId = { _id: 'p1', name: 'Sana Khan', personalEmail: 'sana@example.in' }
  const notes = { vendorEmail: 'sana@example.in', contact: 'Sana Khan', guests: 200 }
  const left = withoutPartner(bookingJson({ partnerId, ...notes }), identityOf({}))
  expect(left).toMatchObject({ partnerId: 'p1', guests: 200 })
  expect(left).not.toHaveProperty('vendorEmail')
  expect(left).not.toHaveProperty('contact')
})

describe('withoutErasedPartner', () => {
  const imported = bookingJson({
    partnerId: { _id: 'p1', name: 'Sana Khan', mobileNo: '98200 12399' },
    partnerName: '',
    partnerMobile: '',
    contact: 'Aarav Mehta, 98200 12345',
    guests: 200,
    sentBy: '9820012399',
  })

  test('keeps the fields of the specification and those that are stored', () => {
    const left = withoutErasedPartner(imported, ['guests', 'partnerId'])
    const { partnerMobile: _, contact: __, sentBy: ___, ...kept } = imported
    expect(left).toEqual({ ...kept, partnerId: 'p1', partnerName: ERASED_NAME })
  })

  test('keeps no field outside of the specification that mentions the partner of the booking', () => {
    const left = withoutErasedPartner({ ...imported, host: 'Home of Sana Khan' }, [
      'sentBy',
      'host',
    ])
    expect(left).not.toHaveProperty('sentBy')
    expect(left).not.toHaveProperty('host')
  })
})

test('a booking of other people loses the fields that mention an erased person, and keeps its people', () => {
  const ours = { ...booking, partnerName: 'Aarav Mehta', customer_id: 'c2' }
  const { contact: _, ...left }: JsonObject = ours
  expect(withoutMentions(ours, partner)).toEqual(left)
})

test('an imported booking that an erasure changed keeps its people, and only the further fields that are stored', () => {
  const { contact: _, ...left }: JsonObject = booking
  expect(withoutErasedMentions(booking, ['guests'])).toEqual(left)
})

test('removing a person from a booking twice changes nothing more', () => {
  const once = withoutPartner(withoutCustomer(booking), partner)
  expect(withoutErasedPartner(withoutCustomer(once), [])).toEqual(once)
})

test.each([
  [{ email: 'a@example.in', phone: '98', name: 'A', id: '1' }, 'a@example.in'],
  [{ email: '', phone: '98', name: 'A', id: '1' }, '98'],
  [{ email: '', phone: '', name: '', id: '1' }, '1'],
])('erasurePhrase(%j) is %s', (texts, phrase) => {
  expect(erasurePhrase(texts)).toBe(phrase)
})

test('a typed confirmation is the phrase, in any case', () => {
  expect(erasureProblem('a@example.in', ' A@Example.in ')).toBeNull()
  expect(erasureProblem('a@example.in', '')).toContain('a@example.in')
  expect(erasureProblem('a@example.in', 'b@example.in')).toMatch(/^Type .* to confirm\.$/)
})
