import type { Totals } from '@mandap/domain/booking/totals.ts'
import type { Month } from '@mandap/domain/time/days.ts'
import { ChartTable } from './ChartTable.tsx'
import { MonthBars } from './MonthBars.tsx'
import { exactRupees, shortRupees } from './money.ts'
import { longMonth } from './month.ts'

/** Renders confirmed revenue by the month of the event, as a chart and a table (§2.11). */
export function RevenueBars({ totals, current }: { totals: Totals; current: Month }) {
  const { revenue, months } = totals
  const rest = months.reduce((left, month) => left - month.revenue, revenue)
  const rows = months.map((month) => ({
    key: month.month,
    cells: [
      month.month > current ? `${longMonth(month.month)}, upcoming` : longMonth(month.month),
      exactRupees(month.revenue),
    ],
  }))
  return (
    <>
      <MonthBars
        label="Confirmed revenue by month"
        current={current}
        // without revenue, the axis has a line at half a rupee
        tick={(rupees) => (Number.isInteger(rupees) ? shortRupees(BigInt(rupees) * 100n) : '')}
        bars={months.map((month) => ({
          month: month.month,
          value: Number(month.revenue) / 100,
          short: shortRupees(month.revenue),
          exact: exactRupees(month.revenue),
        }))}
      />
      <ChartTable
        caption="Confirmed revenue by the month of the event"
        columns={['Month of the event', 'Revenue']}
        rows={[
          ...rows,
          { key: 'rest', cells: ['Other months or no date', exactRupees(rest)] },
          { key: 'all', cells: ['All', exactRupees(revenue)] },
        ]}
      />
    </>
  )
}
