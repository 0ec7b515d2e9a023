import { expect, test } from 'vitest'
import { BLANK_MANUAL, EMPTY_DRAFT, isTouched, PLANNER_DRAFT } from './planner-draft.ts'

const manual = { ...BLANK_MANUAL, PartnerName: 'Rohan Das' }

test('counts unsaved choices and texts as touched', () => {
  expect(isTouched(EMPTY_DRAFT)).toBe(false)
  expect(isTouched({ ...EMPTY_DRAFT, way: 'manual' })).toBe(false)
  expect(isTouched({ ...EMPTY_DRAFT, way: 'manual', manual: BLANK_MANUAL })).toBe(false)
  expect(isTouched({ ...EMPTY_DRAFT, search: 'me' })).toBe(true)
  expect(isTouched({ ...EMPTY_DRAFT, manual })).toBe(true)
})

test('keeps the selected partner with their services and location', () => {
  const picked = {
    id: 'p1',
    name: 'Asha Rao',
    mobile: '9845000000',
    about: '9845000000 · Rao Caterers',
    companyLocation: 'C-Scheme, Jaipur',
    servicesSelected: ['Catering'],
  }
  const stored = PLANNER_DRAFT.stored({ ...EMPTY_DRAFT, picked })
  expect(PLANNER_DRAFT.from(stored)?.picked).toEqual(picked)
  // a draft of an earlier release
  const { companyLocation: _, servicesSelected: __, ...earlier } = picked
  expect(PLANNER_DRAFT.from({ ...EMPTY_DRAFT, picked: earlier })?.picked).toEqual({
    ...earlier,
    companyLocation: '',
    servicesSelected: [],
  })
})

test('keeps that no field was changed, so that the form has the details of the planner', () => {
  const untyped: typeof EMPTY_DRAFT = { ...EMPTY_DRAFT, way: 'manual', search: 'me' }
  expect(PLANNER_DRAFT.from(PLANNER_DRAFT.stored(untyped))).toEqual(untyped)
})

test('stores the phone numbers of a draft, but no personal number', () => {
  const kept = (typed: Partial<typeof manual>, search = '') =>
    PLANNER_DRAFT.from(
      PLANNER_DRAFT.stored({ ...EMPTY_DRAFT, search, manual: { ...manual, ...typed } }),
    )
  const phones = { personalNumber: '9820012345', companyNumber: '+971 50 123 4567' }
  expect(kept(phones)?.manual).toEqual({ ...manual, ...phones })
  expect(
    kept({
      PartnerName: 'Rohan Das ABCDE1234F',
      companyLocation: '50100123456789',
      personalNumber: '2345 6789 0124',
    })?.manual,
  ).toMatchObject({
    PartnerName: 'Rohan Das ABXXXXX34F',
    companyLocation: 'XXXXXX6789',
    personalNumber: 'XXXX XXXX 0124',
  })
  expect(kept({}, '2345 6789 0124')?.search).toBe('XXXX XXXX 0124')
})
