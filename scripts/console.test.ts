import { afterEach, expect, test, vi } from 'vitest'
import { fingerprint } from './console.ts'

afterEach(() => vi.unstubAllGlobals())

// `npm run build` may run with the Node of the machine, and the service of systemd with that of the packages
test('a build is up to date for each release of Node', () => {
  const built = fingerprint()
  vi.stubGlobal('process', Object.create(process, { version: { value: 'v24.0.0' } }))
  expect(process.version).toBe('v24.0.0')
  expect(fingerprint()).toBe(built)
})
