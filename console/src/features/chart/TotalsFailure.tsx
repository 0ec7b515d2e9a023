import type { UseQueryResult } from '@tanstack/preact-query'
import { FailureLine } from '../../ui/states.tsx'

/** Renders an error in place of totals that could not be fetched. */
export function TotalsFailure({ totals, what }: { totals: UseQueryResult; what: string }) {
  return (
    <FailureLine
      text={`${what} could not be loaded. ${totals.error?.message ?? ''}`}
      retrying={totals.isFetching}
      onRetry={() => void totals.refetch()}
    />
  )
}
