import { queryOptions } from '@tanstack/preact-query'
import { session } from '../session/current.ts'
import { FactorError, readFactor } from './calls.ts'

/** Returns the token of the session for a call of the identity service. */
export async function currentToken(): Promise<string> {
  const token = await session.freshToken().catch((error: unknown) => {
    throw new FactorError('unreachable', error)
  })
  if (token === null) throw new FactorError('signedOut')
  return token
}

/** Returns the query of the own second factor, which is null if there is none. */
export function ownFactor() {
  return queryOptions({
    queryKey: ['account', 'second factor'],
    queryFn: async ({ signal }) => readFactor(await currentToken(), signal),
    staleTime: 0,
  })
}
