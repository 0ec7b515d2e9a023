/** What work that is in proportion to its input stays below, with noise; it is 64 where it grows by the square. */
export const LINEAR_GROWTH = 30

/** Milliseconds: work whose time grows by the square takes many times as long on the larger input. */
const NOTHING = 40

type Work = (size: number) => unknown

/**
 * How much more of the processor's time the work takes on an input of eight times the size; 8 too where it
 * takes next to nothing on the larger one.
 */
export async function growth(work: Work, size = 1500): Promise<number> {
  const first = await timeOf(work, 8 * size)
  if (first < NOTHING) return 8
  const larger = Math.min(first, await timeOf(work, 8 * size), await timeOf(work, 8 * size))
  const smaller = Math.min(await timeOf(work, size), await timeOf(work, size))
  return larger / Math.max(1, smaller)
}

async function timeOf(work: Work, size: number): Promise<number> {
  const before = process.cpuUsage()
  await work(size)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
