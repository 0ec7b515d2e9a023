import { describe, expect, test } from 'vitest'
import {
  activityViewFrom,
  listingOfActivityView,
  searchOfActivityView,
} from './activity-view-url.ts'

const from = (search: string) => activityViewFrom(new URLSearchParams(search))

describe('the URL of the audit log', () => {
  test('holds person, kind, day and search', () => {
    const view = {
      person: 'asha@mandap.example',
      kind: 'decide',
      day: '2026-11-21',
      search: 'Ananya Iyer',
    } as const
    expect(from(searchOfActivityView(view))).toEqual(view)
    expect(searchOfActivityView(from(''))).toBe('')
  })

  test('leaves out unknown values', () => {
    expect(from('?kind=toString&day=2026-13-01&other=1')).toEqual(from(''))
  })

  test('filters by the administrator’s calendar day', () => {
    const { from: start, to: end } = listingOfActivityView(from('?day=2026-11-21'), 'Asia/Kolkata')
    expect({ start, end }).toEqual({
      start: Date.parse('2026-11-20T18:30:00Z'),
      end: Date.parse('2026-11-21T18:30:00Z'),
    })
  })

  test('does not send filters that are off', () => {
    expect(listingOfActivityView(from('?search=+'), 'Asia/Kolkata')).toEqual({})
  })
})
