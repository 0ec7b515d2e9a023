/** A repeatable random generator: the same seed and index return the same sequence. */
export class SeededRandom {
  private state: number

  constructor(seed: number, index: number) {
    this.state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) | 0
  }

  /** Returns a number in [0, 1), by mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns an integer in [0, count). */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  /** Returns an integer in [low, high]. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new RangeError('Nothing to pick from.')
    return item
  }

  /** Returns some of the items without repetition, in their order. */
  some<T>(items: readonly T[], count: number): T[] {
    let wanted = Math.min(count, items.length)
    return items.filter((_, at) => {
      const taken = this.chance(wanted / (items.length - at))
      if (taken) wanted -= 1
      return taken
    })
  }
}

/** Returns a function that picks an item by weight. Create it once and call it often. */
export function weightedPick<T>(
  slices: readonly (readonly [T, number])[],
): (random: SeededRandom) => T {
  const ends = new Float64Array(slices.length)
  let total = 0
  slices.forEach(([, weight], at) => {
    total += weight
    ends[at] = total
  })
  return (random) => {
    const at = random.next() * total
    let low = 0
    let high = slices.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) <= at) low = middle + 1
      else high = middle
    }
    const slice = slices[low]
    if (slice === undefined) throw new RangeError('There is nothing to pick from.')
    return slice[0]
  }
}
