import { describe, expect, test } from 'vitest'
import { fieldKind, personalNumberOf } from './personal-field.ts'

describe('the kind of number follows from the exact name of its field', () => {
  test.each([
    ['aadharNo', 'aadhaar'],
    ['aadhaar_number', 'aadhaar'],
    ['ownerAadhar', 'aadhaar'],
    ['Adhaar Card No', 'aadhaar'],
    ['AADHAAR', 'aadhaar'],
    ['panNo', 'pan'],
    ['pan', 'pan'],
    ['PAN Card Number', 'pan'],
    ['pan_card_number', 'pan'],
    ['company_pan', 'pan'],
    ['own_pan_card', 'pan'],
    ['accountNumber', 'account'],
    ['bankAccountNo', 'account'],
    ['A/c No.', 'account'],
    ['bank_account', 'account'],
    ['iban', 'account'],
    ['cardNumber', 'account'],
    ['debit_card_no', 'account'],
  ])('%s: %s', (field, kind) => {
    expect(personalNumberOf(field)).toBe(kind)
  })

  test.each(
    'aadharUrl panCardUrl companyName companyNumber personalNumber mobileNo numberId gstNo transactionId userId Japan accountId company pandit accent discount'.split(
      ' ',
    ),
  )('%s holds no personal number', (field) => {
    expect(personalNumberOf(field)).toBeNull()
  })
})

describe('other names say what their digits are', () => {
  test.each(
    'phones alternatePhone mobileno contact_number whatsappNo order_id govtIds UPIRef utrNumber transactionNo address companyAddress webUrl gstin GSTNumber'.split(
      ' ',
    ),
  )('%s is exempt', (field) => {
    expect(fieldKind(field)).toBe('exempt')
  })

  test.each('reason note adminNotes Remarks cancel_comment messageText'.split(' '))(
    '%s is a note',
    (field) => {
      expect(fieldKind(field)).toBe('note')
    },
  )

  test.each('idProof idNumber proof details kyc extra paid'.split(' '))(
    '%s may hold anything',
    (field) => {
      expect(fieldKind(field)).toBe('any')
    },
  )

  test.each('_id location gstNo personalNumber partnerMobile NoGST'.split(' '))(
    '%s is a field of §3',
    (field) => {
      expect(fieldKind(field)).toBe('known')
    },
  )
})
