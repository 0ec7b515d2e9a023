import { readFileSync } from 'node:fs'
import {
  foldPassword,
  type PasswordProblem,
  passwordProblem,
} from '@mandap/domain/session/password.ts'
import { isBreached } from './breached-passwords.ts'

/** The most common passwords that are long enough, folded, one per line. docs/decisions/sign-in-limits.md has the source. */
const COMMON = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
)

/**
 * Returns why the administrator with an e-mail address may not use a new password. `breachedPasswords` is the file
 * that `isBreached` reads, if there is one. Throws if it cannot be read, so that no password goes unchecked.
 */
export async function newPasswordProblem(
  password: string,
  email: string,
  breachedPasswords: string | undefined,
): Promise<PasswordProblem | null> {
  const problem = passwordProblem(password, email)
  if (problem) return problem
  if (COMMON.has(foldPassword(password))) return 'common'
  if (breachedPasswords && (await isBreached(breachedPasswords, password))) return 'breached'
  return null
}
