import { session } from '../session/current.ts'
import { createEncryptedStorage } from './encrypted-storage.ts'

/** The encrypted values of this browser. */
export const encryptedStorage = createEncryptedStorage({
  storage: localStorage,
  subtle: isSecureContext ? crypto.subtle : undefined,
  now: Date.now,
  person: session.person,
})
