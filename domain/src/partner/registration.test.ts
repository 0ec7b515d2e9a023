import { describe, expect, test } from 'vitest'
import { aPartner } from '../testing/builders.ts'
import { missingItems, REGISTRATION_ITEMS, servicesShown } from './registration.ts'

describe('what a registration lacks (§5.6)', () => {
  test('nothing when all is there', () => {
    expect(missingItems(aPartner())).toEqual([])
  })

  test.each(Object.keys(REGISTRATION_ITEMS))('%s, when missing, null or blank', (item) => {
    for (const value of [undefined, null, '', ' \u00a0'])
      expect(missingItems(aPartner({ [item]: value }))).toEqual([item])
  })

  test('at least one selected service', () => {
    expect(missingItems(aPartner({ servicesSelected: [] }))).toEqual(['servicesSelected'])
    expect(missingItems(aPartner({ servicesSelected: ['', null] }))).toEqual(['servicesSelected'])
  })

  test('0 is a valid latitude or longitude', () => {
    expect(missingItems(aPartner({ latitude: 0, longitude: '0' }))).toEqual([])
  })

  test('company location is not asked for', () => {
    expect(missingItems(aPartner({ companyLocation: '' }))).toEqual([])
  })

  test('everything, in the order of the rule', () => {
    const missing = missingItems(
      aPartner(Object.fromEntries(Object.keys(REGISTRATION_ITEMS).map((item) => [item, null]))),
    )
    expect(missing.map((item) => REGISTRATION_ITEMS[item])).toEqual([
      'Name',
      'Email',
      'Mobile',
      'Company Name',
      'Aadhar Number',
      'Latitude',
      'Longitude',
      'Services',
    ])
  })
})

describe('an in-progress card shows the first 2 services and +N more (§2.14)', () => {
  test.each([
    [[], [], 0],
    [['a', 'b'], ['a', 'b'], 0],
    [['a', 'b', 'c', 'd'], ['a', 'b'], 2],
  ])('%j', (servicesSelected, shown, more) => {
    expect(servicesShown({ servicesSelected })).toEqual({ shown, more })
  })
})
