/** What one primary took from two servers, alone and with a replica. */
export type Changes = {
  title: string
  connections: number
  /** Changes of a booking in a second. */
  changes: number
  /** Milliseconds of a change. */
  median: number
  p95: number
  /** Pages of bookings in a second, read at the same time. */
  lists: number
  /** The share of the lists that the replica answered. */
  ofReplica: number
}[]

export const CHANGE_HEADINGS = [
  'changes of',
  'connections',
  'a second',
  'median ms',
  'p95 ms',
  'lists a second',
  'from the replica',
]

/** Returns the row of a table. */
export function changeCells(row: Changes[number]): string[] {
  return [
    row.title,
    String(row.connections),
    ...[row.changes, row.median, row.p95, row.lists].map((figure) => figure.toFixed(0)),
    `${(row.ofReplica * 100).toFixed(0)} %`,
  ]
}
