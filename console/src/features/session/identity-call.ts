import { ApiError } from '@mandap/client/api-error.ts'
import { jsonObjectOf, request } from '@mandap/client/http.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { config } from '../client/config.ts'

/** Milliseconds without an answer after which a call fails. The check of a password is slow by design. */
const IDENTITY_TIMEOUT_MS = 20_000

/** What a person reads after a call of the identity service without a usable answer. */
export const IDENTITY_FAILURES = {
  unreachable: "Can't reach the sign-in service. Check your connection and try again.",
  broken: 'The sign-in service had a problem. Try again in a moment.',
} as const

export type IdentityFailure = keyof typeof IDENTITY_FAILURES

/** Why the identity service refused a call. */
export interface IdentityRefusal {
  /** 'WEAK_PASSWORD'; `API_KEY` if the service refused the key, which has no code. */
  code: string
  /** What the service adds to some codes. */
  sentence: string | undefined
  /** Seconds after which the call may be repeated. */
  retryAfter: number | undefined
}

/** Calls the identity service (§7). Rejects as `request` does; `refusalOf` says why. */
export async function callIdentity(
  url: string,
  body: JsonObject,
  { key, signal }: { key?: string; signal?: AbortSignal | undefined } = {},
): Promise<JsonObject> {
  const { identity } = config()
  const call = `POST ${url.split('/').at(-1)}`
  const answer = await request({
    method: 'POST',
    url,
    call,
    query: { key: key ?? identity.key },
    body,
    fetch: identity.fetch,
    signal,
    timeout: IDENTITY_TIMEOUT_MS,
  })
  return jsonObjectOf(answer, call)
}

/** Returns why a call failed. */
export function refusalOf(error: unknown): IdentityRefusal | IdentityFailure {
  if (!(error instanceof ApiError)) return 'unreachable'
  const { status, message = '', body, retryAfter } = error.details
  if (status === undefined) return error.kind === 'malformed' ? 'broken' : 'unreachable'
  // the answer of a proxy has no JSON
  if (status >= 500 || body === null) return 'broken'
  if (message.includes('API key')) return { code: 'API_KEY', sentence: undefined, retryAfter }
  const [code = '', sentence] = message.split(' : ')
  return { code, sentence, retryAfter }
}
