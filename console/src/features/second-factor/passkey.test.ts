import { expect, test, vi } from 'vitest'
import { askPasskey, makePasskey } from './passkey.ts'

// a chunk that a release has replaced
vi.mock('@simplewebauthn/browser', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('code for passkeys that cannot be loaded says to reload the page', async () => {
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
