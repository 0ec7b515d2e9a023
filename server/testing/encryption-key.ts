import { join } from 'node:path'
import { EncryptionKeys } from '../src/database/encryption-keys.ts'

/** The key file of every test database. */
export const TEST_KEY_FILE = join(import.meta.dirname, 'encryption.key')

/** Returns the keys of a test database, for `connect`. */
export function testKeys(): EncryptionKeys {
  return new EncryptionKeys({ dataDir: '', encryptionKeyFile: TEST_KEY_FILE })
}
