import { counted } from '@mandap/domain/text/counted.ts'
import {
  MIN_PASSWORD_LENGTH,
  PASSWORD_PROBLEMS,
  passwordLength,
  passwordProblem,
} from '@mandap/domain/session/password.ts'

/** What is wrong with a new password and its repetition, by field. */
export interface NewPasswordErrors {
  password?: string
  repeated?: string
}

/** Returns what is wrong with a new password as far as its text shows, or null. The server has lists besides. */
export function newPasswordErrors(
  password: string,
  repeated: string,
  email: string,
): NewPasswordErrors | null {
  const problem = passwordProblem(password, email)
  if (problem === 'short')
    return {
      password: `${lengthText(passwordLength(password))} so far: use at least ${MIN_PASSWORD_LENGTH}.`,
    }
  if (problem) return { password: PASSWORD_PROBLEMS[problem] }
  if (password !== repeated) return { repeated: 'The two passwords are not the same.' }
  return null
}

function lengthText(length: number): string {
  return length === 0 ? 'No characters' : counted(length, ['character', 'characters'])
}
