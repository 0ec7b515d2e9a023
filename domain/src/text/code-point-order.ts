/** Code units that sort after surrogates, although their code points sort before those of surrogate pairs. */
const AFTER_SURROGATES = /[\uE000-\uFFFF]/

/** Compares two texts by code point, like PostgreSQL's collation "C". */
export function byCodePoint(a: string, b: string): number {
  const isLess = a < b
  if (!isLess && a === b) return 0
  // `<` compares code units, which is faster, and differs only if the greater text has such a unit
  if (AFTER_SURROGATES.test(isLess ? b : a)) return byRank(a, b)
  return isLess ? -1 : 1
}

function byRank(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at += 1) {
    const difference = rank(a.charCodeAt(at)) - rank(b.charCodeAt(at))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** Ranks surrogates after all other code units. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
