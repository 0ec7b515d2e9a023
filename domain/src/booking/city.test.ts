import { expect, test } from 'vitest'
import { cityOf, isSameCity } from './city.ts'

test.each([
  ['Jaipur', 'Jaipur'],
  ['C-Scheme, Jaipur', 'Jaipur'],
  ['C-Scheme, Jaipur 302001', 'Jaipur'],
  ['C-Scheme, Jaipur - 302 001, India', 'Jaipur'],
  ['गुलमोहर लॉन्स, जयपुर', 'जयपुर'],
  ['302001', ''],
  ['', ''],
])('the city of %j is %j', (address, city) => {
  expect(cityOf(address)).toBe(city)
})

test.each([
  ['Rajwada Farms, C-Scheme, Jaipur', 'Malviya Nagar, JAIPUR', true],
  ['Jaipur', 'Malviya Nagar, Jaipur', true],
  ['C-Scheme, Jaipur, Rajasthan', 'Malviya Nagar, Jaipur', true],
  ['Jaipur Road, Ajmer', 'Malviya Nagar, Jaipur', false],
  ['Navi Mumbai', 'Andheri, Mumbai', false],
  ['', 'Jaipur', null],
  ['Jaipur', '', null],
])('events in %j and partners in %j are in one city: %s', (one, other, expected) => {
  expect(isSameCity(one, other)).toBe(expected)
  expect(isSameCity(other, one)).toBe(expected)
})
