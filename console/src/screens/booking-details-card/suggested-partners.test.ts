import { CALLS } from '@mandap/contract/calls.ts'
import { expect, test } from 'vitest'
import { MAX_SEARCH_LENGTH } from '../../ui/search-length.ts'
import { searchedCity } from './suggested-partners.ts'

test('partners are searched for in the city of the event', () => {
  expect(searchedCity('Rajwada Farms, C-Scheme, Jaipur 302001')).toBe('Jaipur')
})

test('a location too long for a search is searched in no city, so that no host refuses the search', () => {
  const longest = 'x'.repeat(MAX_SEARCH_LENGTH)
  expect(searchedCity(longest)).toBe(longest)
  expect(searchedCity(`${longest}x`)).toBe('')
  const { search } = CALLS['GET /partners'].querystring.properties
  expect(`${longest} ${longest}`.length).toBeLessThanOrEqual(Reflect.get(search, 'maxLength'))
})
