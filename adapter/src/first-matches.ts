import type { Condition, IndexFields } from '@mandap/domain/rule/condition.ts'
import { matches } from '@mandap/domain/rule/matches.ts'

/** Returns the first `limit` records, in order, whose index fields match a condition: of the first tier first. */
export function firstMatches<R, F extends IndexFields<F>>(
  inOrder: Iterable<R>,
  indexOf: (record: R) => F,
  tiers: readonly Condition<F>[],
  limit: number,
): R[] {
  const found: R[] = []
  for (const condition of tiers) {
    for (const record of inOrder) {
      if (found.length === limit) return found
      if (matches(condition, indexOf(record))) found.push(record)
    }
  }
  return found
}
