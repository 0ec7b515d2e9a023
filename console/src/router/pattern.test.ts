import { expect, test } from 'vitest'
import { findRoute, generatePath, matchPath } from './pattern.ts'

test.each([
  ['/', '/', {}],
  ['/partner-details', '/partner-details/', {}],
  ['/partner-details', '/Partner-Details', {}],
  ['/partner-details/:id', '/partner-details/7', { id: '7' }],
  ['/partner-details/:id', '/partner-details/a%2Fb%20c', { id: 'a/b c' }],
  ['/partner-details/:id', '/partner-details/100%', { id: '100%' }],
  ['/partner-details/:id', '/partner-details', null],
  ['/partner-details/:id', '/partner-details/7/8', null],
  ['/partner-details', '/partner', null],
])('%s and %s give %j', (pattern, path, params) => {
  expect(matchPath(pattern, path)).toEqual(params)
})

test.each(['7', 'a/b c', '100%', '?x=1#y', 'शादी'])('a path contains the id %s', (id) => {
  const pattern = '/partner-details/:id'
  const path = generatePath(pattern, { id })
  expect(new URL(path, 'http://localhost')).toMatchObject({ pathname: path, search: '', hash: '' })
  expect(matchPath(pattern, path)).toEqual({ id })
})

test('the first route that fits is found', () => {
  const routes = { '/partners/all': 'all', '/partners/:id': 'one' }
  expect(findRoute(routes, '/partners/all')).toEqual({ route: 'all', params: {} })
  expect(findRoute(routes, '/partners/7')).toEqual({ route: 'one', params: { id: '7' } })
  expect(findRoute(routes, '/else')).toBeNull()
})
