import type { PartnerFacts } from './facts.ts'

type Placed = Pick<PartnerFacts, 'name' | 'id'>

/** Orders by folded name, ties by id, by code unit as the server's collation "C" does. */
export function byPartnerName(a: Placed, b: Placed): number {
  return compare(a.name, b.name) || compare(a.id, b.id)
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
