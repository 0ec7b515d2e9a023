import { expect, test, vi } from 'vitest'
import { askPasskey, makePasskey } from './passkey.ts'

// a chunk that a release has replaced
vi.mock('@simplewebauthn/browser', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('says to reload the page if the library for passkeys cannot be loaded', async () => {
  const failure = { failure: 'notLoaded', message: expect.stringContaining('reload this page') }
  await expect(askPasskey({ challenge: 'AAAA' })).rejects.toMatchObject(failure)
  const creation = {
    challenge: 'AAAA',
    rp: { name: 'Mandap' },
    user: { id: 'AAAA', name: 'asha', displayName: 'Asha' },
    pubKeyCredParams: [],
  }
  await expect(makePasskey(creation)).rejects.toMatchObject(failure)
})
