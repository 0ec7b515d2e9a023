import { DEMONSTRATION_NUMBERS } from '@mandap/demo/account.ts'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { startupBanner } from './startup-banner.ts'

function said(env: NodeJS.ProcessEnv, { hasKey = true, isAdministrator = true } = {}): string {
  const found = { location: 'a folder', hasKey, isAdministrator }
  return startupBanner(readConfig(env), found, performance.now())
}

test('prints where the encryption key is, and warns if it cannot read what is stored', () => {
  const unset = said({ DATA_DIR: '/data' })
  expect(unset).toMatch(/Key +\/data\/encryption\.key \(keep a copy/)
  expect(unset).not.toContain('Warning')
  const set = said({ ENCRYPTION_KEY_FILE: '/keys/mandap' }, { hasKey: false })
  expect(set).toMatch(/Key +\/keys\/mandap\n/)
  expect(set).toContain('Warning: this server cannot read the encrypted numbers and documents.')
  expect(set).toContain('so calls that need it answer 503, and nobody can sign in.')
  expect(set).toContain('set ENCRYPTION_KEY_FILE and start the server again')
})

test('prints ADMIN_EMAIL only if it is an administrator', () => {
  const changed = { ADMIN_EMAIL: 'ravi@office.example', ADMIN_PASSWORD: 'of-his-own-choice' }
  expect(said(changed)).toMatch(/Sign in +ravi@office\.example\n/)
  const unknown = said(changed, { isAdministrator: false })
  expect(unknown).toMatch(/Sign in +as an administrator whom npm run admin -- list shows\n/)
  expect(unknown).not.toContain('ravi@office.example')
})

test('prints the Super Admin numbers of the demonstration, and the folder of their SMS', () => {
  expect(said({ DATA_DIR: '/data' })).toContain(DEMONSTRATION_NUMBERS.join(', '))
  expect(said({ DATA_DIR: '/data' })).toMatch(/SMS +\/data\/outbox\n/)
})

test('prints only the last digits of other Super Admin numbers', () => {
  const numbers = '9812345671,9812345672,9812345673'
  const env = { SUPER_ADMIN_NUMBERS: numbers, SMS: 'fast2sms', FAST2SMS_KEY: 'the-key' }
  expect(said(env)).toContain('XXXXXX5671, XXXXXX5672, XXXXXX5673')
  expect(said(env)).toMatch(/SMS +fast2sms\n/)
  expect(said(env)).not.toMatch(/98123|the-key/)
})

describe('an address without encryption', () => {
  const own = {
    ADMIN_PASSWORD: 'a-password-of-ours',
    DEMO_DATA: 'none',
    ALLOW_UNENCRYPTED: 'browsers',
  }
  const warning = /Warning: browsers reach this server without encryption/

  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '0.0.0.0', PUBLIC_URL: 'http://office.example' },
    { PUBLIC_URL: 'http://office.example' },
  ])('%j causes a warning at the start', (reach) => {
    expect(said({ ...own, ...reach })).toMatch(warning)
    expect(said({ ...own, ...reach })).toContain('set PUBLIC_URL to its https:// address')
  })

  test.each([
    {},
    { HOST: '0.0.0.0', PUBLIC_URL: 'https://office.example', ALLOW_UNENCRYPTED: 'proxy' },
  ])('%j is not', (reach) => expect(said({ ...own, ...reach })).not.toMatch(warning))
})

test('prints that there is no Super Admin without numbers', () => {
  expect(said({ DEMO_DATA: 'none' })).toMatch(/Super Admin +nobody, until SUPER_ADMIN_NUMBERS/)
})
