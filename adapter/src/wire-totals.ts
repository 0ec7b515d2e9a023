import type { Totals } from '@mandap/domain/booking/totals.ts'

/** Returns totals in the format of the contract, with paise as text. */
export function wireTotals({ revenue, months, ...counts }: Totals) {
  return {
    ...counts,
    revenue: String(revenue),
    months: months.map((month) => ({ ...month, revenue: String(month.revenue) })),
  }
}
