import type { UseQueryResult } from '@tanstack/preact-query'
import { FailureLine } from '../../ui/states.tsx'

/** Renders an error in place of a part of a card whose query has failed, or whose answer lacks that part. */
export function CardFailure({
  query: { error, isFetching, refetch },
  what,
}: {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  /** Begins the sentence, such as 'The revenue'. */
  what: string
}) {
  const text = `${what} could not be loaded.`
  return (
    <FailureLine
      text={error ? `${text} ${error.message}` : text}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
