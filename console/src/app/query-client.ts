import { type ApiErrorKind, ApiError, isPassing } from '@mandap/client/api-error.ts'
import type { Client } from '@mandap/client/client.ts'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { Config } from './config.ts'

/** What passes by itself is asked for twice more; a refusal never. */
export function isRetried(failures: number, error: unknown): boolean {
  return failures < 2 && isPassing(error)
}

/** The client of every query: when data is old, what is tried again, and where failures are logged. */
export function createQueryClient({ retryDelay }: Pick<Config, 'retryDelay'> = {}): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: logFailure }),
    mutationCache: new MutationCache({ onError: logFailure }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: isRetried,
        ...(retryDelay !== undefined && { retryDelay }),
        // asked also when the browser believes to be offline, so that the screen can say so
        networkMode: 'always',
        // back from offline, whatever is on the screen may be old
        refetchOnReconnect: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Fetches what is on the screen again when lists have changed. Returns how to stop. */
export function followLists(client: Client, queryClient: QueryClient): () => void {
  return client.watch(() => void queryClient.invalidateQueries({ refetchType: 'active' }))
}

/** For whoever set the console up. */
const HINTS: Partial<Record<ApiErrorKind, string>> = {
  malformed: '. Is `host` in /config.json the address of the host?',
  notFound: '. If this is a list, is `host` in /config.json the address of the host?',
}

// the screens show §8's texts and no more; what lies behind them is here
function logFailure(error: unknown): void {
  if (error instanceof ApiError)
    console.warn(
      `${error.details.call ?? 'A call'}: ${error.kind}${HINTS[error.kind] ?? ''}`,
      error,
    )
  else console.error(error)
}
