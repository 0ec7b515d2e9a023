/** The upper limit of `growth()` for linear work, which grows 8 times, with room for noise. Quadratic work grows 64 times. */
export const LINEAR_GROWTH = 30

/** Work on the larger input that takes fewer milliseconds is too short to measure, and is not quadratic. */
const MIN_MEASURED_MS = 40

/** The largest number of runs on the larger input. More than one is needed only if the first seems not to be linear. */
const MAX_RUNS = 4

type Work = (size: number) => unknown

/**
 * Returns how many times more processor time the work takes on an input of eight times the size, or 8 if the time on
 * the larger input is too short to measure.
 */
export async function growth(work: Work, size = 1500): Promise<number> {
  const times = await growthFrom(work, size)
  // a small input that fits into the caches of the processor is faster in proportion, which a larger one shows
  return times > LINEAR_GROWTH ? growthFrom(work, 4 * size) : times
}

async function growthFrom(work: Work, size: number): Promise<number> {
  let larger = await timeOf(work, 8 * size)
  if (larger < MIN_MEASURED_MS) return 8
  const smaller = Math.max(1, Math.min(await timeOf(work, size), await timeOf(work, size)))
  // compilation, garbage collection and other processes only make a run slower, so the fastest one counts
  for (let run = 1; run < MAX_RUNS && larger / smaller > LINEAR_GROWTH; run++) {
    larger = Math.min(larger, await timeOf(work, 8 * size))
  }
  return larger / smaller
}

async function timeOf(work: Work, size: number): Promise<number> {
  const before = process.cpuUsage()
  await work(size)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
