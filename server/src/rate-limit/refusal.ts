import type { ErrorCode } from '@mandap/contract/error-code.ts'
import { HttpError } from '../http/http-error.ts'

/** Returns the error of an attempt beyond a limit. Its message is `problem`, and after how many minutes to try again. */
export function attemptRefused(code: ErrorCode, problem: string, wait: number): HttpError {
  return new HttpError(429, code, `${problem} Try again in ${minutesText(wait)}.`, {
    retryAfter: wait,
  })
}

/** Returns the minutes of a message that ends "… in 5 minutes". */
export function minutesText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
