import { percentile } from '../measuring/measure.ts'
import { SCREEN, SCRIPT_OF_SIGN_IN } from '../measuring/targets.ts'

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

/** The rating of a machine from which the targets of the screens and interactions apply. */
export const RATED = 1500

/** Returns the median of Lighthouse's ratings of the machine. */
export function ratingOf(screens: readonly Screen[]): number {
  const ratings = screens.flatMap(({ runs }) => runs.map(({ machine }) => machine))
  return percentile(ratings, 50)
}

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
function figureText(runs: readonly Figures[], name: Figure): string {
  const texts = deciding(runs, name)
    .toSorted((one, other) => one - other)
    .map((number) => number.toFixed(FIGURES[name].digits))
  return [...new Set([texts.at(0), texts.at(-1)])].join('–')
}

function isMissed(runs: readonly Figures[], name: Figure, path: string): boolean {
  const target = targetOf(name, path)
  if (target === undefined) return false
  return deciding(runs, name).some((number) => {
    const rounded = Number(number.toFixed(FIGURES[name].digits))
    return name === 'performance' || name === 'accessibility' ? rounded < target : rounded > target
  })
}

/** Returns the median of five loads or more, and all of fewer. */
function deciding(runs: readonly Figures[], name: Figure): number[] {
  const numbers = runs.map((run) => run[name])
  return runs.length >= LOADS_OF_A_MEDIAN ? [percentile(numbers, 50)] : numbers
}

function targetOf(name: Figure, path: string): number | undefined {
  if (name === 'script' && path === '/') return SCRIPT_OF_SIGN_IN
  return name in SCREEN ? SCREEN[name as keyof typeof SCREEN] : undefined
}
