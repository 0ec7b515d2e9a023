import { describe, expect, test } from 'vitest'
import { aPartner } from '../testing/builders.ts'
import { missingItems, REGISTRATION_ITEMS, servicesShown } from './registration.ts'

describe('the missing items of a registration (§5.6)', () => {
  test('are none if it is complete', () => {
    expect(missingItems(aPartner())).toEqual([])
  })

  test.each(Object.keys(REGISTRATION_ITEMS))(
    'include %s if it is missing, null or blank',
    (item) => {
      for (const value of [undefined, null, '', ' \u00a0'])
        expect(missingItems(aPartner({ [item]: value }))).toEqual([item])
    },
  )

  test('include services if none is selected', () => {
    expect(missingItems(aPartner({ servicesSelected: [] }))).toEqual(['servicesSelected'])
    expect(missingItems(aPartner({ servicesSelected: ['', null] }))).toEqual(['servicesSelected'])
  })

  test('do not include a latitude or longitude of 0', () => {
    expect(missingItems(aPartner({ latitude: 0, longitude: '0' }))).toEqual([])
  })

  test('do not include a latitude or longitude that is text', () => {
    expect(missingItems(aPartner({ latitude: '19.0760° N', longitude: '72.8777 E' }))).toEqual([])
  })

  test('never include the company location', () => {
    expect(missingItems(aPartner({ companyLocation: '' }))).toEqual([])
  })

  test('are none of an erased partner, whose record lacks nearly all', () => {
    expect(missingItems(aPartner({ status: 'erased', mobileNo: '', aadharNo: '' }))).toEqual([])
  })

  test('are in the order of the rule', () => {
    const missing = missingItems(
      aPartner(Object.fromEntries(Object.keys(REGISTRATION_ITEMS).map((item) => [item, null]))),
    )
    expect(missing.map((item) => REGISTRATION_ITEMS[item])).toEqual([
      'Name',
      'E-mail',
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
