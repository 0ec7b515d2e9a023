/** Durations in milliseconds. */
export interface Measurement {
  name: string
  runs: number
  median: number
  p95: number
}

/** Runs a function a few times to warm up, then measures `runs` sequential runs. */
export async function measure(
  name: string,
  run: () => unknown,
  { runs = 50, warmUp = 5 } = {},
): Promise<Measurement> {
  for (let turn = 0; turn < warmUp; turn += 1) await run()
  const times: number[] = []
  for (let turn = 0; turn < runs; turn += 1) {
    const began = performance.now()
    await run()
    times.push(performance.now() - began)
  }
  return { name, runs, median: percentile(times, 50), p95: percentile(times, 95) }
}

/** Returns the smallest number that this percentage of the numbers does not exceed. */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN
}

/** Prints measurements as a table. */
export function printMeasurements(title: string, measurements: readonly Measurement[]): void {
  printTable(
    [title, 'runs', 'median ms', 'p95 ms'],
    measurements.map(({ name, runs, median, p95 }) => [
      name,
      String(runs),
      median.toFixed(1),
      p95.toFixed(1),
    ]),
  )
}

/** Prints rows below their headings. Aligns the first column left and the others right. */
export function printTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
  console.log(`\n${line(headings)}`)
  console.log(widths.map((width) => '─'.repeat(width)).join('  '))
  for (const row of rows) console.log(line(row))
}
