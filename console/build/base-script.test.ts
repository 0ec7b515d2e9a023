import { expect, test } from 'vitest'
import { ROUTES } from '../src/features/navigation/paths.ts'
import { folderBefore } from './base-script.ts'

const pattern = folderBefore(Object.values(ROUTES))
const folderOf = (path: string) => pattern.exec(path)?.[1]
const pathsOfRoutes = Object.values(ROUTES).map((route) => route.replace(':id', '12'))

test.each(pathsOfRoutes)('finds the folder in front of %s', (path) => {
  expect(folderOf(path)).toBe('/')
  expect(folderOf(`/some/folder${path}`)).toBe('/some/folder/')
})

test('finds a folder that has the name of a route', () => {
  expect(folderOf('/dashboard/')).toBe('/dashboard/')
  expect(folderOf('/dashboard/dashboard')).toBe('/dashboard/')
})

test('takes the last folder of an unknown path', () => {
  expect(folderOf('/repository/nothing-here')).toBe('/repository/')
  expect(folderOf('/repository/nothing/here')).toBe('/repository/nothing/')
})
