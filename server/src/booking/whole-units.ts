import type { Span } from '@mandap/domain/time/days.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Splits a span of instants at the bounds of units of `length` milliseconds, by which counters count. Returns the
 * SQL that selects the whole units by the number in `column`, and the finite parts of the span outside of them.
 */
export function wholeUnits(
  { start, end }: Span,
  length: number,
  column: string,
): { whole: RawBuilder<boolean>; ends: Span[] } {
  const first = Math.ceil(start / length)
  const last = Math.max(first, Math.floor(end / length))
  const ends = [
    { start, end: Math.min(first * length, end) },
    { start: Math.max(last * length, start), end },
  ].filter((part) => Number.isFinite(part.start) && Number.isFinite(part.end))
  const unit = sql.ref(column)
  return {
    whole: sql<boolean>`${unit} >= ${asInteger(first)} and ${unit} < ${asInteger(last)}`,
    ends: ends.filter((part) => part.start < part.end),
  }
}

function asInteger(unit: number): number {
  return Math.min(Math.max(unit, -(2 ** 31)), 2 ** 31 - 1)
}
