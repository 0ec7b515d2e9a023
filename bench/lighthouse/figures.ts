import { percentile } from '../measure.ts'
import { SCREEN, SCRIPT_OF_SIGN_IN } from '../targets.ts'

/** What Lighthouse found in one load: scores out of 100, milliseconds, kilobytes. */
export interface Figures {
  performance: number
  accessibility: number
  firstPaint: number
  largestPaint: number
  blocked: number
  shift: number
  script: number
  /** Lighthouse's benchmark of this machine: 1500 or more on a good one. Lighthouse slows the page down 4 times. */
  machine: number
}

/** The loads of a screen in a theme. */
export interface Screen {
  path: string
  theme: 'light' | 'dark'
  runs: Figures[]
}

type Figure = keyof Figures

const FIGURES: Record<Figure, { title: string; digits: number }> = {
  performance: { title: 'performance', digits: 0 },
  accessibility: { title: 'accessibility', digits: 0 },
  firstPaint: { title: 'first paint ms', digits: 0 },
  largestPaint: { title: 'largest paint ms', digits: 0 },
  blocked: { title: 'blocked ms', digits: 0 },
  shift: { title: 'shift', digits: 3 },
  script: { title: 'script kB', digits: 1 },
  machine: { title: 'machine', digits: 0 },
}
const NAMES = Object.keys(FIGURES) as Figure[]

/** From this number of loads on, a median says more than the range. */
export const LOADS_OF_A_MEDIAN = 5

export const SCREEN_HEADINGS = [
  'screen',
  'theme',
  'lowest performance',
  ...NAMES.map(
    (name) => `${FIGURES[name].title}${name in SCREEN ? ` (${targetOf(name, '')})` : ''}`,
  ),
]

/** Returns the cells below `SCREEN_HEADINGS`. Marks the figures that miss their target. */
export function screenCells({ path, theme, runs }: Screen): string[] {
  return [
    path,
    theme,
    String(Math.min(...runs.map(({ performance }) => performance))),
    ...NAMES.map((name) => figureText(runs, name) + (isMissed(runs, name, path) ? ' ✗' : '')),
  ]
}

/** Returns each figure of a screen that misses its target, with the target. */
export function screenMisses({ path, runs }: Screen): string[] {
  return NAMES.filter((name) => isMissed(runs, name, path)).map(
    (name) => `${FIGURES[name].title} ${figureText(runs, name)} (${targetOf(name, path)})`,
  )
}

/** Returns the median of five loads or more. Fewer are given as a range. */
export function figureText(runs: readonly Figures[], name: Figure): string {
  const numbers = runs.map((run) => run[name])
  const text = (number: number) => number.toFixed(FIGURES[name].digits)
  if (runs.length >= LOADS_OF_A_MEDIAN) return text(percentile(numbers, 50))
  const [lowest, highest] = [text(Math.min(...numbers)), text(Math.max(...numbers))]
  return lowest === highest ? lowest : `${lowest}–${highest}`
}

function isMissed(runs: readonly Figures[], name: Figure, path: string): boolean {
  const target = targetOf(name, path)
  if (target === undefined) return false
  const median = percentile(
    runs.map((run) => run[name]),
    50,
  )
  const rounded = Number(median.toFixed(FIGURES[name].digits))
  return name === 'performance' || name === 'accessibility' ? rounded < target : rounded > target
}

function targetOf(name: Figure, path: string): number | undefined {
  if (name === 'script' && path === '/') return SCRIPT_OF_SIGN_IN
  return name in SCREEN ? SCREEN[name as keyof typeof SCREEN] : undefined
}
