import type { Totals } from '@mandap/domain/booking/totals.ts'
import { monthAt } from '@mandap/domain/time/days.ts'
import { type UseQueryResult, useQuery } from '@tanstack/preact-query'
import type { ReactNode } from 'preact/compat'
import { useToday } from '../../features/time/today.ts'
import { BookingBars } from '../../features/chart/BookingBars.tsx'
import { RevenueBars } from '../../features/chart/RevenueBars.tsx'
import { StatusFunnel } from '../../features/chart/StatusFunnel.tsx'
import { CardFailure } from '../../features/summary/CardFailure.tsx'
import type { Summary } from '@mandap/contract/summary.ts'
import { useClient } from '../../features/client/client-context.ts'
import { bookingTotals } from '../../features/booking/totals-queries.ts'
import { Card } from '../../ui/Card.tsx'
import { ChartSkeleton } from './ChartSkeleton.tsx'

/** Renders charts that §2.4 does not require: bookings by month, confirmed revenue and the stages of bookings. */
export default function Charts({ summary }: { summary: UseQueryResult<Summary> }) {
  const today = useToday()
  const totals = useQuery(bookingTotals(useClient(), today))
  const current = monthAt(today)
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2">
      <Chart title="Bookings by month" about="By the month of booking.">
        <OfTotals totals={totals} what="The bookings by month">
          {({ months }) =>
            months.every(({ bookings }) => bookings === 0) ? (
              <Nothing text="No bookings in these months." />
            ) : (
              <BookingBars months={months} current={current} />
            )
          }
        </OfTotals>
      </Chart>
      <Chart
        title="Confirmed revenue"
        about="Budgets of confirmed and completed bookings, by the month of the event. Lighter bars are upcoming months."
      >
        <OfTotals totals={totals} what="The revenue">
          {(data) =>
            data.revenue === 0n ? (
              <Nothing text="No revenue yet." />
            ) : (
              <RevenueBars totals={data} current={current} />
            )
          }
        </OfTotals>
      </Chart>
      <Chart title="Status of bookings" className="lg:col-span-2">
        <OfSummary summary={summary} />
      </Chart>
    </div>
  )
}

function Chart({
  title,
  about,
  className = '',
  children,
}: {
  title: string
  about?: string
  className?: string
  children: ReactNode
}) {
  return (
    <Card title={title} className={className}>
      {about && <p className="mb-3 text-sm lg:min-h-10 text-ink-muted">{about}</p>}
      {children}
    </Card>
  )
}

function OfTotals({
  totals,
  what,
  children,
}: {
  totals: UseQueryResult<Totals>
  what: string
  children: (totals: Totals) => ReactNode
}) {
  if (totals.data) return children(totals.data)
  return totals.isError ? <CardFailure query={totals} what={what} /> : <ChartSkeleton />
}

function OfSummary({ summary }: { summary: UseQueryResult<Summary> }) {
  const { data, isError } = summary
  if (isError || data?.failed?.includes('bookings'))
    return <CardFailure query={summary} what="The statuses" />
  if (!data) return <ChartSkeleton />
  if (data.bookings === 0) return <Nothing text="No bookings yet." />
  return <StatusFunnel bookingsByStatus={data.bookingsByStatus} />
}

function Nothing({ text }: { text: string }) {
  return <p className="grid min-h-40 place-items-center text-ink-muted">{text}</p>
}
