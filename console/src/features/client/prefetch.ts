import type { Client } from '@mandap/client/client.ts'
import type { QueryClient } from '@tanstack/preact-query'

/**
 * What a screen needs to fetch its data before it renders: the clients, and the parameters and query string of its URL.
 */
export interface Opening {
  client: Client
  queryClient: QueryClient
  params: Readonly<Record<string, string>>
  search: string
}

/**
 * Fetches into the query client what the first render of a screen shows. The module of a screen exports it beside the
 * screen. The screen shows a failure when it renders.
 */
export type Prefetch = (opening: Opening) => Promise<unknown>

/** Milliseconds for which the first screen waits for its data. Then it renders its skeleton. */
const MAX_WAIT_MS = 100

/** Resolves when the data is there, or has failed, or after the longest wait. */
export async function prefetched(prefetch: Prefetch, opening: Opening): Promise<void> {
  const limit = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))
  await Promise.race([prefetch(opening).catch(() => {}), limit])
}
