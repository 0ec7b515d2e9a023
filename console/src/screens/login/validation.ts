import { isEmail } from '@mandap/domain/session/email.ts'
import { shown } from '@mandap/domain/text/text.ts'

/** Returns what is wrong with an e-mail address, which is required and must have the format of §5.3. */
export function emailProblem(email: string): string | undefined {
  // an address that was copied can have an invisible character
  const text = shown(email)
  if (text === '') return 'Enter your email.'
  return isEmail(text) ? undefined : 'Enter an email address such as name@example.com.'
}

/** Returns what is wrong with a password, which is required (§5.3). */
export function passwordProblem(password: string): string | undefined {
  return password === '' ? 'Enter your password.' : undefined
}
