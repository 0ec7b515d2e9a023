import { DEMONSTRATION_PASSWORD } from '@mandap/demo/account.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/connection.ts'
import { whyExposed } from '../config/exposure.ts'
import { listAdministrators } from './administrator.ts'
import { isPassword } from './password.ts'

/** The error of a sign-in from another machine with the demonstration password. */
export const DEMONSTRATION_REFUSED =
  'DEMONSTRATION_PASSWORD : The demonstration password works only on the machine that runs the server. ' +
  'Set another password there.'

/**
 * Returns whether this is the published demonstration password, in any spelling that `isPassword` accepts.
 */
export function isDemonstrationPassword(password: string): boolean {
  return password.normalize('NFKC') === DEMONSTRATION_PASSWORD
}

/** Throws if others can reach the server while an administrator has the demonstration password. */
export async function refuseDemonstrationPassword(
  db: Database,
  config: Pick<Config, 'host' | 'publicUrl' | 'identity'>,
): Promise<void> {
  const exposed = whyExposed(config)
  if (exposed === undefined || config.identity === 'firebase') return
  for (const { email, password_hash, disabled_at } of await listAdministrators(db)) {
    if (disabled_at || !(await isPassword(password_hash, DEMONSTRATION_PASSWORD))) continue
    throw new Error(
      `${email} still signs in with the demonstration password, so the server does not start with ${exposed}.\n` +
        `Choose another with "npm run admin -- password ${email}", or disable that account with ` +
        `"npm run admin -- disable ${email}".`,
    )
  }
}
