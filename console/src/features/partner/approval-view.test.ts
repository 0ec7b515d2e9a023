import { describe, expect, test } from 'vitest'
import { listingOf, searchOf, viewFrom } from './approval-view.ts'

describe('tab, sub-tab and search in the URL (§2.8)', () => {
  test.each([
    ['', { tab: 'pending', status: 'pending', search: '' }],
    ['?tab=kyc', { tab: 'kyc', status: 'AKYC', search: '' }],
    ['?tab=kyc&status=RKYC&search=iyer', { tab: 'kyc', status: 'RKYC', search: 'iyer' }],
    ['?tab=companyVerification', { tab: 'companyVerification', status: 'ACV', search: '' }],
    ['?tab=declined', { tab: 'declined', status: 'decline', search: '' }],
  ] as const)('"%s" is unchanged after reading and writing', (search, view) => {
    expect(viewFrom(new URLSearchParams(search))).toEqual(view)
    expect(searchOf(view)).toBe(search)
  })

  test.each(['?tab=constructor', '?tab=pending&status=AKYC', '?status=DCV', '?tab=x&status=y'])(
    '%s falls back to the defaults',
    (search) => {
      expect(viewFrom(new URLSearchParams(search))).toMatchObject({ status: 'pending' })
    },
  )

  test('treats searches that differ only in spaces as one list', () => {
    const view = { tab: 'pending', status: 'pending' } as const
    expect(listingOf({ ...view, search: '  iyer   chennai ' })).toEqual(
      listingOf({ ...view, search: 'iyer chennai' }),
    )
  })
})
