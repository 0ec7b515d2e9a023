import type { Condition, IndexFields } from '@mandap/domain/rule/condition.ts'
import { matches } from '@mandap/domain/rule/matches.ts'

/** Returns the first `limit` records, in order, whose index fields match a condition. */
export function firstMatches<R, F extends IndexFields<F>>(
  inOrder: Iterable<R>,
  indexOf: (record: R) => F,
  condition: Condition<F>,
  limit: number,
): R[] {
  const found: R[] = []
  for (const record of inOrder) {
    if (!matches(condition, indexOf(record))) continue
    found.push(record)
    if (found.length === limit) break
  }
  return found
}
