import { byCodePoint } from './code-point-order.ts'

/** Compares two records by folded name, then by id. */
export function byName(a: Named, b: Named): number {
  return byCodePoint(a.name, b.name) || byCodePoint(a.id, b.id)
}

interface Named {
  name: string
  id: string
}
