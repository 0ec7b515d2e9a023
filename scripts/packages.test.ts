import { join } from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { lockedPackages } from './packages.ts'

const PACKAGES = lockedPackages(join(import.meta.dirname, '..'))

/** Licences under which we may use a package unchanged, and publish our own code under Apache-2.0. */
const ACCEPTED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT OR Apache-2.0',
  'MIT-0',
  'MPL-2.0',
]

test('every package has an accepted licence', () => {
  expect(PACKAGES.length).toBeGreaterThan(100)
  const others = PACKAGES.filter(({ licence = '' }) => !ACCEPTED.includes(licence))
  expect(others).toEqual([])
})

test('every package is installed only with the content of its SHA-512', () => {
  const others = PACKAGES.filter(({ integrity = '' }) => !/^sha512-[\w+/]{86}==$/.test(integrity))
  expect(others).toEqual([])
})

test('package.json approves or denies each install script by name', () => {
  const scripts = PACKAGES.filter(({ hasInstallScript }) => hasInstallScript)
  expect(Object.keys(packageJson.allowScripts).toSorted()).toEqual(
    scripts.map(({ name }) => name).toSorted(),
  )
})
