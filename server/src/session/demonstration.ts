import { DEMONSTRATION_PASSWORD } from '@mandap/demo/account.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/connection.ts'
import { whyExposed } from '../config/exposure.ts'
import { listAdministrators } from './administrator.ts'
import { isPassword } from './password.ts'

/** What a sign-in with the demonstration password from another machine is answered. */
export const DEMONSTRATION_REFUSED =
  'DEMONSTRATION_PASSWORD : The demonstration password works only on the machine that runs the server. ' +
  'Set another password there.'

/** Whether this is the password that everybody knows, in any spelling that `isPassword` accepts. */
export function isDemonstrationPassword(password: string): boolean {
  return password.normalize('NFKC') === DEMONSTRATION_PASSWORD
}

/** Throws when others could reach the server while somebody's password is the one everybody knows. */
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
        `Choose another with "npm run admin -- password ${email}", or shut that account with ` +
        `"npm run admin -- disable ${email}".`,
    )
  }
}
