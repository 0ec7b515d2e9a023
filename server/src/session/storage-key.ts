import { hkdf } from 'node:crypto'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/connection.ts'
import { registerRoute } from '../http/route.ts'
import { linkSecret } from './link-key.ts'

const KEY_BYTES = 32

/**
 * Registers the call with which the console gets the key of what it stores in the browser. The key is the same in each
 * session of an administrator, so that unsaved text is readable again after the next sign-in, and to nobody in between.
 */
export function registerStorageKey(app: FastifyInstance, db: Database): void {
  registerRoute(app, 'GET /session/storage-key', async ({ administrator }) => {
    const key = await storageKey(db, administrator.id)
    return { data: { key: key.toString('base64') } }
  })
}

async function storageKey(db: Database, administratorId: string): Promise<Buffer> {
  const secret = await linkSecret(db)
  const purpose = `storage of the browser of ${administratorId}`
  return Buffer.from(await promisify(hkdf)('sha256', secret, '', purpose, KEY_BYTES))
}
