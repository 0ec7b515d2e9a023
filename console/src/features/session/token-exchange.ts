import { ApiError } from '@mandap/client/api-error.ts'
import { jsonObjectOf, request } from '@mandap/client/http.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'

/** The name of the call in errors and in the log. */
export const RENEWAL = 'POST token'

/** Exchanges a refresh token at the securetoken endpoint. Returns null if the service rejected it. */
export async function exchangeRefreshToken(
  url: string,
  refreshToken: string,
): Promise<JsonObject | null> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
  try {
    const call = { method: 'POST', url, call: RENEWAL, body } as const
    return jsonObjectOf(await request({ ...call, timeout: 15_000 }), RENEWAL)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isRefusal(error)) return null
    // `unreachable`, so that the calls that need the token can be retried
    throw new ApiError('unreachable', { ...error.details, cause: error })
  }
}

/** Returns whether the service rejected the refresh token. Status 429, or 400 with certain codes, is a rate limit. */
function isRefusal({ details: { status = 0, message = '', body } }: ApiError): boolean {
  const isTooMany = status === 429 || message.startsWith('TOO_MANY_ATTEMPTS')
  return status >= 400 && status < 500 && !isTooMany && message !== '' && hasError(body)
}

/** Returns whether an answer has the error of the service. The page of a proxy, or its JSON, has none. */
function hasError(body: unknown): boolean {
  const { error }: { error?: unknown } = Object(body)
  return typeof error === 'object'
}
