import { ApiError, NOT_AN_ADMINISTRATOR } from './api-error.ts'

/** The tokens of the session that makes the calls. */
export interface SessionTokens {
  /** Returns the id of the person who is signed in, which a renewed token keeps; `''` without a session. */
  person: () => string
  /** The token that is sent as bearer; null without a session. */
  token: () => string | null | Promise<string | null>
  /** Returns a new token for one that was rejected with 401. The call is then sent once more. */
  renew?: ((refused: string) => Promise<string | null>) | undefined
  /** Called when the server no longer accepts the session. */
  onUnauthorised: () => void
  /** Called with the server's reason when the person of the token has no access. */
  onNoAccess?: ((reason: string) => void) | undefined
}

/**
 * Makes an attempt with the session's token. Renews a rejected token for a second attempt. If that is rejected
 * too, the session has ended. Rejects as `unauthorised` if another person than `person`, or nobody, is signed in by then: the
 * call is not sent with their token, and its answer is discarded.
 */
export async function withSession<T>(
  tokens: SessionTokens,
  attemptWith: (token: string | null) => Promise<T>,
  person = tokens.person(),
): Promise<T> {
  async function attempt(current: string | null): Promise<T> {
    try {
      return await attemptWith(current)
    } catch (error) {
      if (hasNoAccess(error) && (await tokens.token()) === current)
        tokens.onNoAccess?.(error.details.message ?? '')
      throw error
    }
  }

  async function attempts(): Promise<T> {
    const token = await tokens.token()
    // while the token was renewed, another person may have signed in
    requirePerson()
    try {
      return await attempt(token)
    } catch (refused) {
      if (token === null || !isUnauthorised(refused)) throw refused
      const renewed = (await tokens.renew?.(token)) ?? token
      requirePerson()
      try {
        if (renewed === token) throw refused
        return await attempt(renewed)
      } catch (error) {
        // the person may have signed in again since, and that session was not rejected
        if (isUnauthorised(error) && (await tokens.token()) === renewed) tokens.onUnauthorised()
        throw error
      }
    }
  }

  function requirePerson() {
    if (tokens.person() !== person) throw new ApiError('unauthorised')
  }

  const answer = await attempts()
  requirePerson()
  return answer
}

/** Makes an attempt of a call. The token of a call with an `authorization` of its own is not renewed. */
export function attemptCall<T>(
  headers: Readonly<Record<string, string>> | undefined,
  tokens: SessionTokens,
  person: string,
  attempt: (token: string | null) => Promise<T>,
): Promise<T> {
  return headers && 'authorization' in headers
    ? attempt(null)
    : withSession(tokens, attempt, person)
}

function hasNoAccess(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === NOT_AN_ADMINISTRATOR
}

function isUnauthorised(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'unauthorised'
}
