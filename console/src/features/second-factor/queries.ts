import { queryOptions } from '@tanstack/preact-query'
import { session } from '../session/current.ts'
import { readFactors } from './calls.ts'
import { FactorError } from './failure.ts'

/** Returns the token of the session for a call of the identity service. */
export async function currentToken(): Promise<string> {
  const token = await session.freshToken().catch((error: unknown) => {
    throw new FactorError('unreachable', error)
  })
  if (token === null) throw new FactorError('signedOut')
  return token
}

/** Returns the query of the signed-in administrator's second factors. */
export function ownFactors() {
  return queryOptions({
    queryKey: ['account', 'second factor'],
    queryFn: async ({ signal }) => readFactors(await currentToken(), signal),
    staleTime: 0,
  })
}
