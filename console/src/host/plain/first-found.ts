import type { Condition, IndexFields } from '@mandap/domain/rule/condition.ts'
import { matches } from '@mandap/domain/rule/matches.ts'

/** The first records, in order, whose facts a condition chooses; looks no further once it has `most`. */
export function firstFound<R, F extends IndexFields<F>>(
  inOrder: Iterable<R>,
  factsOf: (record: R) => F,
  condition: Condition<F>,
  most: number,
): R[] {
  const found: R[] = []
  for (const record of inOrder) {
    if (!matches(condition, factsOf(record))) continue
    found.push(record)
    if (found.length === most) break
  }
  return found
}
