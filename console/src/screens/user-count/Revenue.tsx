import type { Totals } from '@mandap/domain/booking/totals.ts'
import { monthAt, type Today } from '@mandap/domain/time/days.ts'
import type { UseQueryResult } from '@tanstack/preact-query'
import { exactRupees, shortRupees } from '../../features/chart/money.ts'
import { RevenueBars } from '../../features/chart/RevenueBars.tsx'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { TotalsFailure } from '../../features/chart/TotalsFailure.tsx'

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
          {data.revenue === 0n ? (
            <p className="py-6 text-center text-ink-muted">No revenue yet.</p>
          ) : (
            <RevenueBars totals={data} current={monthAt(today)} />
          )}
        </>
      ) : totals.isError ? (
        <TotalsFailure totals={totals} what="The revenue" />
      ) : (
        <output aria-label="Loading revenue" className="block space-y-3">
          <Skeleton className="h-7 w-36" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-48 w-full" />
        </output>
      )}
    </Card>
  )
}
