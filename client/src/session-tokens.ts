import { ApiError } from './api-error.ts'

export interface SessionTokens {
  token: () => string | null | Promise<string | null>
  renew?: ((refused: string) => Promise<string | null>) | undefined
  onUnauthorised: () => void
}

/**
 * Makes an attempt with the session's token; refused, once more with a renewed one; refused again,
 * the session is over.
 */
export async function withSession<T>(
  tokens: SessionTokens,
  attempt: (token: string | null) => Promise<T>,
): Promise<T> {
  const token = await tokens.token()
  try {
    return await attempt(token)
  } catch (refused) {
    if (token === null || !isRefused(refused)) throw refused
    const renewed = (await tokens.renew?.(token)) ?? token
    try {
      if (renewed === token) throw refused
      return await attempt(renewed)
    } catch (error) {
      // a session replaced meanwhile has nothing to do with this refusal
      if (isRefused(error) && (await tokens.token()) === renewed) tokens.onUnauthorised()
      throw error
    }
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'unauthorised'
}
