import type { PageRequest } from '@mandap/contract/codec/page.ts'
import type { Condition, IndexFields } from '@mandap/domain/rule/condition.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { byName } from '@mandap/domain/text/by-name.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Page } from './page.ts'

/** A record of a list in order of names: the fields that decide the order, and its position among all records. */
export interface NamedEntry {
  value: { name: string; id: string }
  position: number
}

/**
 * Returns the entries of each tier in order of names, one tier after another. The number of the tier is put before
 * the name, so that the cursor of a page has it.
 */
export function inTiers<F extends IndexFields<F> & NamedEntry['value']>(
  named: readonly { value: F; position: number }[],
  tiers: readonly Condition<F>[],
): NamedEntry[] {
  return tiers.flatMap((tier, at) =>
    named
      .filter(({ value }) => matches(tier, value))
      .map(({ value: { name, id }, position }) => ({
        value: { name: `${at}${name}`, id },
        position,
      })),
  )
}

/** Returns a page of a list in order of names. */
export function pageByName(
  found: readonly NamedEntry[],
  { limit, skip = 0, after }: PageRequest,
  recordAt: (position: number) => JsonObject,
): Page {
  const start = after === undefined ? skip : positionAfter(found, after)
  const rows = found.slice(start, start + limit)
  const end = rows.at(-1)?.value
  return {
    data: rows.map(({ position }) => recordAt(position)),
    next: end && start + limit < found.length ? JSON.stringify([end.name, end.id]) : null,
    total: after === undefined ? found.length : null,
  }
}

function positionAfter(found: readonly NamedEntry[], cursor: string): number {
  const [name, id] = JSON.parse(cursor) as [string, string]
  const position = found.findIndex(({ value }) => byName(value, { name, id }) > 0)
  return position === -1 ? found.length : position
}
