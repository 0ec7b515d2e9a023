import type { ErrorCode } from '@mandap/contract/error-code.ts'
import { minutesText } from '@mandap/domain/time/minutes-text.ts'
import { HttpError } from '../http/http-error.ts'

/** Returns the error of an attempt beyond a limit. Its message is `problem`, and after how many minutes to try again. */
export function attemptRefused(code: ErrorCode, problem: string, wait: number): HttpError {
  return new HttpError(429, code, `${problem} Try again in ${minutesText(wait)}.`, {
    retryAfter: wait,
  })
}
