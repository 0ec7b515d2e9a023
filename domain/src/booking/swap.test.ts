import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyBookingJson } from '../testing/arbitrary.ts'
import { bookingFrom } from './booking.ts'
import { MANUAL_FIELDS } from './manual-partner.ts'
import { NOTHING_TO_SAVE, swapProblem, withPartner } from './swap.ts'

const partner = { id: 'p9', name: 'Asha Rao', mobile: '9845000000' }

describe('the body of a partner swap (§7)', () => {
  test('is the booking with partnerId, partnerName and partnerMobile replaced', () => {
    const booking = bookingFrom({ _id: 'b1', partnerId: 'p1', extra: { deep: [1] }, version: 3 })
    expect(withPartner(booking, partner)).toEqual({
      _id: 'b1',
      partnerId: 'p9',
      partnerName: 'Asha Rao',
      partnerMobile: '9845000000',
      extra: { deep: [1] },
      version: 3,
    })
  })

  test('keeps every other field of any booking as the host sent it', () => {
    fc.assert(
      fc.property(anyBookingJson, fc.dictionary(fc.string(), fc.jsonValue()), (json, extra) => {
        const sent = { ...extra, ...json }
        const { partnerId, partnerName, partnerMobile, ...rest } = withPartner(
          bookingFrom(sent),
          partner,
        )
        expect([partnerId, partnerName, partnerMobile]).toEqual(Object.values(partner))
        const others = Object.entries(sent).filter(
          ([field]) => !['partnerId', 'partnerName', 'partnerMobile'].includes(field),
        )
        expect(Object.entries(rest)).toEqual(others)
      }),
    )
  })
})

describe('saving needs a selected partner or manual details (§5.8)', () => {
  test.each([
    ['neither', null, '', NOTHING_TO_SAVE],
    ['a blank name', null, ' \u00a0', NOTHING_TO_SAVE],
    ['a name of invisible characters', null, '\u200e\u200b', NOTHING_TO_SAVE],
    ['a selected partner', partner, '', null],
    ['manual details', null, 'Dev', null],
  ])('%s', (_, selected, PartnerName, problem) => {
    expect(swapProblem(selected, { PartnerName })).toBe(problem)
  })

  test('uses the message and the fields of the specification (§2.6)', () => {
    expect(NOTHING_TO_SAVE).toBe('Please select a partner or fill in the manual details to save.')
    expect(MANUAL_FIELDS.join(', ')).toBe(
      'PartnerName, companyName, companyLocation, companyNumber, personalNumber, companyEmailId',
    )
  })
})
