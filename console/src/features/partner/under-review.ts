import { useQuery } from '@tanstack/preact-query'
import { useClient } from '../client/client-context.ts'
import { config } from '../client/config.ts'

/** Returns who reviews which partner, by the partner's id, without the own account. Empty until it is known. */
export function useUnderReview(isAsked: boolean): ReadonlyMap<string, string> {
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['presence', 'partner'],
    queryFn: async ({ signal }) => {
      const query = { subject: 'partner' } as const
      const { data: people } = await client.call('GET /presence', { query }, { signal })
      const reviewers = people.filter(({ isReview }) => isReview)
      return new Map(reviewers.map(({ subjectId, name, by }) => [subjectId, name ?? by]))
    },
    staleTime: 0,
    enabled: isAsked && config().capabilities.liveChanges,
  })
  return data ?? NOBODY
}

const NOBODY: ReadonlyMap<string, string> = new Map()
