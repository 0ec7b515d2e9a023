import { byName } from '@mandap/domain/text/by-name.ts'
import type { Page, PageRequest } from '../host.ts'

/** A record of a list that is ordered by name: the facts that order it, and its place among all records. */
export interface Placed {
  value: { name: string; id: string }
  place: number
}

/** A stretch of such a list: from a cursor on, or from so many records down. */
export function pageByName<R>(
  found: readonly Placed[],
  { limit, skip = 0, after }: PageRequest,
  recordAt: (place: number) => R,
): Page<R> {
  const start = after === undefined ? skip : placeAfter(found, after)
  const rows = found.slice(start, start + limit)
  const end = rows.at(-1)?.value
  return {
    rows: rows.map(({ place }) => recordAt(place)),
    next: end && start + limit < found.length ? JSON.stringify([end.name, end.id]) : null,
    total: after === undefined ? found.length : null,
  }
}

function placeAfter(found: readonly Placed[], cursor: string): number {
  const [name, id] = JSON.parse(cursor) as [string, string]
  const place = found.findIndex(({ value }) => byName(value, { name, id }) > 0)
  return place === -1 ? found.length : place
}
