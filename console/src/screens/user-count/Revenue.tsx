import type { Totals } from '@mandap/domain/booking/totals.ts'
import { monthAt, type Today } from '@mandap/domain/time/days.ts'
import type { UseQueryResult } from '@tanstack/preact-query'
import { lazy, Suspense, useRef } from 'preact/compat'
import { exactRupees, shortRupees } from '../../features/chart/money.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { useNearView } from '../../ui/use-near-view.ts'
import { CardFailure } from '../../features/summary/CardFailure.tsx'

// loaded after the customers, and on a phone when the person scrolls towards it
const RevenueBars = lazy(async () => ({
  default: (await import('../../features/chart/RevenueBars.tsx')).RevenueBars,
}))

/** Renders the Revenue card with a chart of its months (§2.11). */
export function Revenue({ totals, today }: { totals: UseQueryResult<Totals>; today: Today }) {
  const { data } = totals
  return (
    <Card title="Revenue" className="sm:max-lg:col-span-2">
      {data ? (
        <>
          <p className="text-2xl font-semibold tracking-tight" title={exactRupees(data.revenue)}>
            {shortRupees(data.revenue)}
          </p>
          <p className="mb-4 text-sm break-words text-ink-muted">
            {exactRupees(data.revenue)} from confirmed and completed bookings, by the month of the
            event. Lighter bars are upcoming months.
          </p>
          {data.revenue === 0n && data.months.every(({ revenue }) => revenue === 0n) ? (
            <p className="py-6 text-center text-ink-muted">No revenue yet.</p>
          ) : (
            <Chart totals={data} today={today} />
          )}
        </>
      ) : totals.isError ? (
        <CardFailure query={totals} what="The revenue" />
      ) : (
        <output aria-label="Loading revenue" className="block space-y-3">
          <Skeleton className="h-7 w-36" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-78 w-full" />
        </output>
      )}
    </Card>
  )
}

function Chart({ totals, today }: { totals: Totals; today: Today }) {
  const box = useRef<HTMLDivElement>(null)
  const isNear = useNearView(box)
  return (
    // as high as the chart
    <div ref={box} className="min-h-[17rem] pointer-coarse:min-h-[17.75rem]">
      {isNear && (
        <ErrorBoundary renderFailure={() => <UnloadedChart />}>
          <Suspense fallback={<Skeleton className="h-48 w-full" />}>
            <RevenueBars totals={totals} current={monthAt(today)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  )
}

function UnloadedChart() {
  return (
    <FailureLine
      text="The chart could not be loaded. Check your connection and try again."
      retrying={false}
      // a browser does not load a failed chunk again
      onRetry={() => location.reload()}
    />
  )
}
