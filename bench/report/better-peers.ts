import type { Figures } from '../lighthouse/figures.ts'
import { percentile } from '../measuring/measure.ts'
import type { Peer } from './report-data.ts'
import type { Report } from './report-data.ts'

interface Comparison {
  title: string
  of: (peer: Peer) => number
  digits: number
  /** More is better. Otherwise less is. */
  isScore?: boolean
}

const COMPARISONS: readonly Comparison[] = [
  { title: 'performance', of: medianOf('performance'), digits: 0, isScore: true },
  { title: 'accessibility', of: medianOf('accessibility'), digits: 0, isScore: true },
  { title: 'first paint in ms', of: medianOf('firstPaint'), digits: 0 },
  { title: 'largest paint in ms', of: medianOf('largestPaint'), digits: 0 },
  { title: 'blocked time in ms', of: medianOf('blocked'), digits: 0 },
  { title: 'shift', of: medianOf('shift'), digits: 3 },
  { title: 'script in kB', of: medianOf('script'), digits: 1 },
  { title: 'filter in ms, median', of: ({ filter }) => filter.median, digits: 0 },
  { title: 'filter in ms, p95', of: ({ filter }) => filter.p95, digits: 0 },
  { title: 'sort in ms, median', of: ({ sort }) => sort.median, digits: 0 },
  { title: 'sort in ms, p95', of: ({ sort }) => sort.p95, digits: 0 },
  { title: 'requests to open the list', of: ({ requests }) => requests.open, digits: 0 },
  { title: 'requests to filter it', of: ({ requests }) => requests.filter, digits: 1 },
]

function medianOf(name: keyof Figures): (peer: Peer) => number {
  return ({ screen }) =>
    percentile(
      screen.runs.map((run) => run[name]),
      50,
    )
}

/** Returns a line for each figure in which react-admin or the bare handler is better than ours. */
export function betterPeers({ peers: [ours, ...others], throughput }: Report): string[] {
  const figures = ours ? others.flatMap((other) => betterFigures(ours, other)) : []
  const faster = throughput
    .filter(({ ratio }) => ratio < 1)
    .map(
      (one) =>
        `bare handler, requests per second of ${one.name} at ${one.connections} connections: ` +
        `${one.bare.toFixed(0)}, ours ${one.ours.toFixed(0)}`,
    )
  return [...figures, ...faster]
}

function betterFigures(ours: Peer, other: Peer): string[] {
  return COMPARISONS.flatMap(({ title, of, digits, isScore = false }) => {
    const [own, theirs] = [ours, other].map((peer) => of(peer).toFixed(digits))
    const isBetter = isScore ? Number(theirs) > Number(own) : Number(theirs) < Number(own)
    return isBetter ? [`${other.name}, ${title}: ${theirs}, ours ${own}`] : []
  })
}
