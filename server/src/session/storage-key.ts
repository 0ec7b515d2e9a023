import { hkdf } from 'node:crypto'
import { promisify } from 'node:util'
import type { Database } from '../database/connection.ts'
import { linkSecret } from './link-key.ts'

const KEY_BYTES = 32

/**
 * Returns the key of what the console stores in the browser. The key is the same in each session of an administrator,
 * so that unsaved text is readable again after the next sign-in, and to nobody in between.
 */
export async function storageKey(db: Database, administratorId: string): Promise<Buffer> {
  const secret = await linkSecret(db)
  const purpose = `storage of the browser of ${administratorId}`
  return Buffer.from(await promisify(hkdf)('sha256', secret, '', purpose, KEY_BYTES))
}
