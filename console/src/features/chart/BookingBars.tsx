import type { MonthTotal } from '@mandap/domain/booking/totals.ts'
import { countText } from '@mandap/domain/text/counted.ts'
import type { Month } from '@mandap/domain/time/days.ts'
import { ChartTable } from './ChartTable.tsx'
import { MonthBars } from './MonthBars.tsx'
import { shortCount } from './money.ts'
import { longMonth } from './month.ts'

/** Renders the number of bookings by the month in which they were made, as a chart and a table. */
export function BookingBars({
  months,
  current,
}: {
  months: readonly MonthTotal[]
  current: Month
}) {
  // a future month has no bookings
  const past = months.filter(({ month }) => month <= current)
  return (
    <>
      <MonthBars
        label="Bookings by month"
        unit="bookings"
        current={current}
        tick={(count) => (Number.isInteger(count) ? shortCount(count) : '')}
        bars={past.map(({ month, bookings }) => ({
          month,
          value: bookings,
          short: shortCount(bookings),
          exact: countText(bookings),
        }))}
      />
      <ChartTable
        caption="Bookings by the month in which they were booked"
        columns={['Month of booking', 'Bookings']}
        rows={past.map(({ month, bookings }) => ({
          key: month,
          cells: [longMonth(month), countText(bookings)],
        }))}
      />
    </>
  )
}
