import type { QueryClient } from '@tanstack/preact-query'

const queryKey = ['activity']

/**
 * Fetches the audit entries again that are shown, after a change by this person. A first fetch that is under way is
 * cancelled, because it may have begun before the change, and the query client would not repeat it.
 */
export async function fetchActivityAgain(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries({ queryKey })
  await queryClient.invalidateQueries({ queryKey })
}
