import { randomUUID } from 'node:crypto'
import type { Role } from '@mandap/domain/session/role.ts'
import type { Database } from '../src/database/connection.ts'
import {
  disableAdministrator,
  findAdministrator,
  upsertAdministrator,
} from '../src/session/administrator.ts'
import { hashPassword } from '../src/session/password.ts'
import { WEB_API_KEY } from '../src/identity/identity-toolkit.ts'
import { createResetCode, resetLink } from '../src/identity/reset-code.ts'

const hashes = new Map<string, Promise<string>>()

/**
 * Adds an administrator unless there is one with the e-mail. Returns their id. Hashes each password once, because that
 * takes long.
 */
export async function storeAdministrator(
  db: Database,
  { email, password, name, role }: { email: string; password: string; name?: string; role?: Role },
  now = new Date(),
): Promise<string> {
  const existing = await findAdministrator(db, email)
  if (existing) return existing.id
  const { id } = await upsertAdministrator(db, { email, name, role }, now)
  const passwordHash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, passwordHash)
  await db
    .updateTable('administrator')
    .set({ password_hash: await passwordHash, password_changed_at: now })
    .where('id', '=', id)
    .execute()
  return id
}

/** Creates an administrator for one test, so that tests on one server do not affect each other. */
export async function newAdministrator(db: Database) {
  const who = { email: `${randomUUID()}@example.in`, password: 'marigold-lanterns-7' }
  await storeAdministrator(db, who)
  return {
    ...who,
    disable: () => disableAdministrator(db, who.email, new Date()),
    /** Returns the path of a reset link that was sent by e-mail `minutesAgo`. */
    async resetPath(minutesAgo = 0): Promise<string> {
      const { id = '' } = (await findAdministrator(db, who.email)) ?? {}
      const mailedAt = new Date(Date.now() - minutesAgo * 60_000)
      const code = await createResetCode(db, id, 'mailed', mailedAt)
      const { pathname, search, hash } = new URL(resetLink('http://host', WEB_API_KEY, code))
      return pathname + search + hash
    },
  }
}
