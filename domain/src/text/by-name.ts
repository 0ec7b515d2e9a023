/** Orders by folded name, then by id, by code unit like the server's collation "C". */
export function byName(a: Named, b: Named): number {
  return compare(a.name, b.name) || compare(a.id, b.id)
}

interface Named {
  name: string
  id: string
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
