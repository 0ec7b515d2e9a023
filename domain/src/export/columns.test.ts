import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { auditEntryFrom } from '../audit/entry.ts'
import { AUDIT_COLUMNS } from '../audit/export.ts'
import { BOOKING_COLUMNS } from '../booking/export.ts'
import { partnerColumns } from '../partner/export.ts'
import { partnerFrom } from '../partner/partner.ts'
import { aBooking, aPartner, aUser } from '../testing/builders.ts'
import { USER_COLUMNS } from '../user/export.ts'
import { csvCells } from '../table/cells.ts'
import type { Column } from '../table/column.ts'

/** Returns a record's cells by heading. */
function row<R>(columns: readonly Column<R>[], record: R) {
  const { headers, cells } = csvCells(columns, 'Asia/Kolkata')
  return Object.fromEntries(cells(record).map((cell, at) => [headers[at], cell]))
}

describe('the columns of an exported list', () => {
  test('show a booking’s number in upper case, its status label and both service categories (§2.5, §3, §4.3)', () => {
    const booking = aBooking({
      numberId: 'mb12',
      status: 'partnerVisited',
      eventId: 'e',
      photographyEvent: 'e',
      cateringEvent: 'e',
      services: ['Mehendi', 'DJ, lights'],
    })
    expect(row(BOOKING_COLUMNS, booking)).toMatchObject({
      'Booking ID': 'MB12',
      'Service category': 'Photography, Catering',
      'Additional services': 'Mehendi, DJ, lights',
      Status: 'Waiting for the user to confirm the Visit',
      'Event begins (Asia/Kolkata)': '2026-12-05 10:00',
      'Booked (Asia/Kolkata)': '2026-11-01 14:30',
      'Budget (INR)': 250_000,
      Record: booking.id,
    })
  })

  test.each([
    ['days without a time', { dateFrom: '2026-12-05', dateTo: '2026-12-07' }, '05', '07'],
    [
      'midnight in UTC and in the administrator’s zone',
      { dateFrom: '2026-12-05T00:00:00Z', dateTo: '2026-12-07T00:00:00+05:30' },
      '05',
      '07',
    ],
    [
      'a time and a day',
      { dateFrom: '2026-12-05T10:30:00Z', dateTo: '2026-12-06' },
      '05 16:00',
      '06',
    ],
    [
      'a time and an end at midnight',
      { dateFrom: '2026-12-05T10:30:00Z', dateTo: '2026-12-06T00:00:00+05:30' },
      '05 16:00',
      '06 00:00',
    ],
    [
      'eventDate and no dateFrom',
      { dateFrom: null, dateTo: null, eventDate: '2026-12-05T10:30:00Z' },
      '05',
      null,
    ],
  ])('show the days and times of an event with %s (§2.5, §2.6)', (_, dates, begins, ends) => {
    const december = (text: string | null) => text && `2026-12-${text}`
    expect(row(BOOKING_COLUMNS, aBooking(dates))).toMatchObject({
      'Event begins (Asia/Kolkata)': december(begins),
      'Event ends (Asia/Kolkata)': december(ends),
    })
  })

  test('show a partner’s status, missing information, and masked Aadhaar and PAN', () => {
    const partner = aPartner({
      status: 'AKYC',
      kycStatus: 'AKYC',
      aadharNo: '234567890124',
      panNo: 'ABCDE1234F',
      latitude: null,
      mobileNo: '+919820012345',
    })
    expect(row(partnerColumns('approval'), partner)).toMatchObject({
      Status: 'KYC approved',
      'Missing information': 'Latitude',
      'Online KYC': 'KYC approved',
      'Company verification': '',
      Aadhar: 'XXXX XXXX 0124',
      PAN: 'ABXXXXX34F',
      Mobile: "'+919820012345",
    })
  })

  test('show a coordinate that is no number as the record has it', () => {
    const partner = aPartner({ latitude: '19.0760° N', longitude: '72.8777' })
    expect(row(partnerColumns('all'), partner)).toMatchObject({
      'Missing information': '',
      Latitude: '19.0760° N',
      Longitude: 72.8777,
    })
  })

  test.each([
    [{ panCardNumber: '', panNo: 'ABCDE1234F' }, { PAN: 'ABXXXXX34F' }],
    [{ pan: { number: 'ABCDE1234F', url: 'https://host.example/pan.pdf' } }, { PAN: 'ABXXXXX34F' }],
    [{ kyc: { documentType: 'PAN card', documentNo: 'ABCDE1234F' } }, { PAN: 'ABXXXXX34F' }],
    [{ panNo: 'https://host.example/pan.pdf' }, { PAN: '' }],
    [{ panNo: 'ABCDE1234F', pan: 'abcde1234f' }, { PAN: 'ABXXXXX34F' }],
    [{ panNo: 'ABCDE1234F', companyPan: 'PQRSX5678K' }, { PAN: 'ABXXXXX34F, PQXXXXX78K' }],
    [{ aadharNo: '', aadhaarNumber: '234567890124' }, { Aadhar: 'XXXX XXXX 0124' }],
    [{ aadharNo: { number: '234567890124' } }, { Aadhar: 'XXXX XXXX 0124' }],
    [
      { fatherAadhaar: '345678901235', aadharNo: '234567890124' },
      { Aadhar: 'XXXX XXXX 0124, XXXX XXXX 1235' },
    ],
  ])(
    'show the Aadhaar and PAN numbers that the screens show of a partner with %j',
    (given, cells) => {
      const partner = partnerFrom({ _id: 'p', name: 'Ananya', ...given })
      expect(row(partnerColumns('approved'), partner)).toMatchObject(cells)
    },
  )

  test('show the plan of a partner, and the GST total of a GST request as a number (§2.13)', () => {
    const partner = aPartner({ companyEmail: 'PLAN82600', servicesSelected: ['a', 'b'] })
    expect(row(partnerColumns('gst'), partner)['GST total (INR)']).toBe(165_200)
    const unpriced = aPartner({ companyEmail: 'Guest' })
    expect(row(partnerColumns('gst'), unpriced)['GST total (INR)']).toBe(null)
    expect(row(partnerColumns('gst'), partner)).toMatchObject({
      Plan: 'PLAN82600',
      'Plan name': 'Standard',
      'Plan price (INR)': 82_600,
    })
    expect(row(partnerColumns('gst'), unpriced)).toMatchObject({
      Plan: 'Guest',
      'Plan name': '',
      'Plan price (INR)': null,
    })
    expect(row(partnerColumns('guest'), partner)).not.toHaveProperty('GST total (INR)')
  })

  test('show when and by whom a partner was deleted', () => {
    const partner = aPartner({
      deletedAt: '2026-11-20T04:30:00.000Z',
      deletedByEmail: 'asha.rao@mandap.example',
    })
    expect(row(partnerColumns('deleted'), partner)).toMatchObject({
      'Deleted (Asia/Kolkata)': '2026-11-20 10:00',
      'Deleted by': 'asha.rao@mandap.example',
    })
  })

  test('show a user’s fields and escape formulas', () => {
    expect(row(USER_COLUMNS, aUser({ fullName: '=Kavya', phone: '9845098450' }))).toMatchObject({
      Name: "'=Kavya",
      Phone: '9845098450',
    })
  })

  test('show the sentence and the changed fields of an audit entry', () => {
    const entry = auditEntryFrom({
      id: 7,
      at: '2026-11-20T04:30:00.000Z',
      by: 'asha.rao@mandap.example',
      kind: 'decide',
      subject: 'partner',
      subjectId: 'p1',
      subjectName: 'Ananya Iyer',
      before: { status: 'pending', aadharNo: '234567890124' },
      after: { status: 'AKYC', kycStatus: 'AKYC' },
      reason: null,
    })
    expect(row(AUDIT_COLUMNS, entry)).toMatchObject({
      Entry: '7',
      Kind: 'Decided',
      What: 'approved Online KYC of partner Ananya Iyer',
      Subject: 'Partner',
      Before: 'status: pending; aadharNo: XXXX XXXX 0124',
      After: 'status: AKYC; kycStatus: AKYC',
    })
  })

  test('never show a whole Aadhaar or PAN, whatever its field is called', () => {
    const digits = fc.stringMatching(/^[2-9]\d{11}$/)
    const pan = fc.stringMatching(/^[A-Z]{5}\d{4}[A-Z]$/)
    const name = fc.constantFrom('panNo', 'pan', 'panCardNumber', 'PAN_number')
    fc.assert(
      fc.property(digits, pan, name, (aadharNo, number, field) => {
        const partner = partnerFrom({ _id: 'p', name: 'A', aadharNo, [field]: number })
        const cells = JSON.stringify(row(partnerColumns('approved'), partner))
        expect(cells).not.toContain(aadharNo)
        expect(cells).not.toContain(number)
      }),
    )
  })
})
