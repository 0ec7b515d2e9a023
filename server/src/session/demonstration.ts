import { type Config, DEMONSTRATION_PASSWORD, isLoopback } from '../config.ts'
import type { Database } from '../database/connection.ts'
import { listAdministrators } from './administrator.ts'
import { isPassword } from './password.ts'

/** Throws when others could reach the server while somebody's password is the one everybody knows. */
export async function refuseDemonstrationPassword(
  db: Database,
  { host, identity }: Pick<Config, 'host' | 'identity'>,
): Promise<void> {
  if (isLoopback(host) || identity === 'firebase') return
  for (const { email, password_hash, disabled_at } of await listAdministrators(db)) {
    if (disabled_at || !(await isPassword(password_hash, DEMONSTRATION_PASSWORD))) continue
    throw new Error(
      `${email} still signs in with the demonstration password, so the server does not listen on HOST=${host}.\n` +
        `Choose another with "npm run admin -- password ${email}", or shut that account with ` +
        `"npm run admin -- disable ${email}".`,
    )
  }
}
