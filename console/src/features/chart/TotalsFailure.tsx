import type { Totals } from '@mandap/domain/booking/totals.ts'
import type { UseQueryResult } from '@tanstack/preact-query'
import { Button } from '../../ui/Button.tsx'
import { FocusAfterRemoval } from '../../ui/states.tsx'

/** Renders an error in place of totals that could not be fetched. */
export function TotalsFailure({ totals, what }: { totals: UseQueryResult<Totals>; what: string }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 py-2">
      <p>
        <span className="font-medium">{`${what} could not be loaded.`}</span>{' '}
        <span className="text-ink-muted">{totals.error?.message}</span>
      </p>
      <FocusAfterRemoval>
        <Button
          size="small"
          icon="refresh"
          busy={totals.isFetching}
          onClick={() => void totals.refetch()}
        >
          Try again
        </Button>
      </FocusAfterRemoval>
    </div>
  )
}
