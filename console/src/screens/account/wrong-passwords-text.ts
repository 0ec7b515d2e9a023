import type { ApiError } from '@mandap/client/api-error.ts'

/** Returns what a person reads after too many wrong passwords; null after any other failure. */
export function wrongPasswordsText({ kind, details: { retryAfter } }: ApiError): string | null {
  if (kind !== 'tooMany' || retryAfter === undefined) return null
  return `Too many wrong passwords. Try again in ${Math.ceil(retryAfter / 60)} min.`
}
