import { randomUUID } from 'node:crypto'
import type { Database } from '../src/database/connection.ts'
import {
  disableAdministrator,
  ensureAdministrator,
  findAdministrator,
} from '../src/session/administrator.ts'
import { WEB_API_KEY } from '../src/identity/identity-toolkit.ts'
import { createResetCode, resetLink } from '../src/identity/reset-code.ts'

/** Creates an administrator for one test, so that tests on one server do not affect each other. */
export async function newAdministrator(db: Database) {
  const who = { email: `${randomUUID()}@example.in`, password: 'marigold-lanterns-7' }
  await ensureAdministrator(db, who)
  return {
    ...who,
    disable: () => disableAdministrator(db, who.email, new Date()),
    /** Returns the path of a reset link that was sent by e-mail `minutesAgo`. */
    async resetPath(minutesAgo = 0): Promise<string> {
      const { id = '' } = (await findAdministrator(db, who.email)) ?? {}
      const mailedAt = new Date(Date.now() - minutesAgo * 60_000)
      const code = await createResetCode(db, id, 'mailed', mailedAt)
      const { pathname, search } = new URL(resetLink('http://host', WEB_API_KEY, code))
      return pathname + search
    },
  }
}
