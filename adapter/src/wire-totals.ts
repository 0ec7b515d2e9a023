import type { Totals } from '@mandap/domain/booking/totals.ts'

/** Returns totals as the contract has them: paise as text. */
export function wireTotals({ revenue, months, ...counts }: Totals) {
  return {
    ...counts,
    revenue: String(revenue),
    months: months.map((month) => ({ ...month, revenue: String(month.revenue) })),
  }
}
