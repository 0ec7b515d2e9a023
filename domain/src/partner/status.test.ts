import { expect, test } from 'vitest'
import {
  gstRequestTone,
  PARTNER_STATUSES,
  partnerStatusLabel,
  partnerStatusTone,
} from './status.ts'

test('partners have nine statuses (§4.5)', () => {
  expect(Object.keys(PARTNER_STATUSES).join(' ')).toBe(
    'pending AKYC RKYC DKYC ACV RCV DCV decline approved',
  )
})

test('an unknown status is shown as it is, in a neutral tone', () => {
  expect(partnerStatusLabel('RKYC')).toBe('KYC re-upload requested')
  expect(partnerStatusLabel('paused')).toBe('paused')
  expect(partnerStatusLabel('')).toBe('Unknown Status')
  expect([partnerStatusTone('approved'), partnerStatusTone('toString')]).toEqual([
    'positive',
    'neutral',
  ])
})

test('GST status badges: approved green, pending yellow, decline red, other blue (§2.13)', () => {
  expect(['approved', 'pending', 'decline', 'AKYC', ''].map(gstRequestTone)).toEqual([
    'positive',
    'warning',
    'negative',
    'info',
    'info',
  ])
})
