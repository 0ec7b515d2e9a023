import {
  type ApiErrorKind,
  ApiError,
  isDatabaseLost,
  isPassing,
  ROLE_REQUIRED,
} from '@mandap/client/api-error.ts'
import type { Client } from '@mandap/client/client.ts'
import {
  MutationCache,
  notifyManager,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/preact-query'
import type { Config } from './config.ts'
import { repeatOutdatedFetches } from './repeat-outdated-fetches.ts'
import { limitUnusedQueries } from './unused-queries.ts'
import { invalidate } from './query-keys.ts'

/** Retries for about a minute and a half, within which a replica is promoted. */
const MAX_RETRIES_WHILE_LOST = 20

const MAX_DELAY_MS = 5000

/**
 * Returns whether a failed query is sent again: twice for a temporary failure, longer while the server waits for its
 * database, never for a rejected request.
 */
export function isRetried(failures: number, error: unknown): boolean {
  return failures < (isDatabaseLost(error) ? MAX_RETRIES_WHILE_LOST : 2) && isPassing(error)
}

function delayAfter(failures: number): number {
  return Math.min(1000 * 2 ** failures, MAX_DELAY_MS)
}

/** Creates the query client: when data is stale, which failures are retried and how failures are logged. */
export function createQueryClient({ retryDelay }: Pick<Config, 'retryDelay'> = {}): QueryClient {
  // with a timer, the default, the browser may do other work between an answer and its render
  notifyManager.setScheduler(queueMicrotask)
  const queryCache = new QueryCache({ onError })
  limitUnusedQueries(queryCache)
  const queryClient = new QueryClient({
    queryCache,
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: isRetried,
        retryDelay: retryDelay ?? delayAfter,
        // sends calls while the browser is offline too, so that the screen can show the failure
        networkMode: 'always',
        // after a time offline, any data on the screen may be stale
        refetchOnReconnect: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  repeatOutdatedFetches(queryClient)
  return queryClient

  function onError(error: unknown) {
    logFailure(error)
    readRoleAfter(queryClient, error)
  }
}

/** Fetches the signed-in administrator's role again if the server refused a call because of it: it may have changed. */
export function readRoleAfter(queryClient: QueryClient, error: unknown): void {
  if (error instanceof ApiError && error.code === ROLE_REQUIRED) invalidate(queryClient, 'role')
}

/**
 * Returns whether the answer to a query can change. A created partner is the answer to a write, kept until it is used. A
 * document stays the same at its address, and its viewer must not restart.
 */
export function canChange([noun]: QueryKey): boolean {
  return noun !== 'documents' && noun !== 'createdPartners'
}

/** Fetches the data on the screen again when lists have changed. Returns a function that stops it. */
export function followLists(client: Client, queryClient: QueryClient): () => void {
  const predicate = ({ queryKey }: Query) => canChange(queryKey)
  return client.watch(
    () => void queryClient.invalidateQueries({ predicate, refetchType: 'active' }),
  )
}

/** Hints in the browser's log for the person who configures the console. */
const HINTS: Partial<Record<ApiErrorKind, string>> = {
  malformed: '. Is `host` in /config.json the address of the host?',
  notFound: '. If this is a list, is `host` in /config.json the address of the host?',
}

// the screens show only the texts of §8; the log has the details
function logFailure(error: unknown): void {
  if (error instanceof ApiError)
    console.warn(
      `${error.details.call ?? 'A call'}: ${error.kind}${HINTS[error.kind] ?? ''}`,
      error,
    )
  else console.error(error)
}
