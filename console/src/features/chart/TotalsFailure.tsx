import type { UseQueryResult } from '@tanstack/preact-query'
import { TryAgain } from '../../ui/states.tsx'

/** Renders an error in place of totals that could not be fetched. */
export function TotalsFailure({ totals, what }: { totals: UseQueryResult; what: string }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 py-2">
      <p>
        <span className="font-medium">{`${what} could not be loaded.`}</span>{' '}
        <span className="text-ink-muted">{totals.error?.message}</span>
      </p>
      <TryAgain size="small" retrying={totals.isFetching} onRetry={() => void totals.refetch()} />
    </div>
  )
}
