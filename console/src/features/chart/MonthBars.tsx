import type { Month } from '@mandap/domain/time/days.ts'
import { scaleBand, scaleLinear } from 'd3-scale'
import { type PointerEvent, useRef, useState } from 'preact/compat'
import { longMonth, shortMonth } from './month.ts'
import { useWidth } from './use-width.ts'

/** The bar of one month. */
interface MonthBar {
  month: Month
  value: number
  /** The value as a short text for the axis, and as a full text. */
  short: string
  exact: string
}

interface MonthBarsProps {
  /** What the bars show. Names the slider that reads them out. */
  label: string
  bars: readonly MonthBar[]
  /** The administrator's current month. Later months look like forecasts. */
  current: Month
  /** Formats a value of the axis. */
  tick: (value: number) => string
  /** The unit after a month's full value: 'bookings'. */
  unit?: string
}

const HEIGHT = 168
const TOP = 14
const FOOT = 22
const ROUND = 3

/**
 * Renders one bar per month. A line above the chart reads out one of them: the current month, the month under
 * the pointer or, with the keyboard, the month of a slider over the bars.
 */
export function MonthBars({ label, bars, current, tick, unit = '' }: MonthBarsProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const ownMonth = Math.max(
    0,
    bars.findIndex(({ month }) => month === current),
  )
  const [chosen, setChosen] = useState<number | null>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const active = bars[pointed ?? chosen ?? ownMonth] ?? bars[0]
  if (!active) return null

  const x = scaleBand()
    .domain(bars.map(({ month }) => month))
    .range([0, width])
    .paddingInner(0.28)
    .paddingOuter(0.14)
  const lowest = Math.min(0, ...bars.map(({ value }) => value))
  const highest = Math.max(0, ...bars.map(({ value }) => value))
  const y = scaleLinear()
    .domain([lowest, highest || 1])
    .range([HEIGHT - FOOT, TOP])
    .nice(3)
  // shows as many month names as fit, always including the current month
  const apart = Math.max(1, Math.ceil(30 / x.step()))

  function point(event: PointerEvent<HTMLElement>) {
    if (event.pointerType !== 'mouse') return
    const { left } = event.currentTarget.getBoundingClientRect()
    const at = Math.floor((event.clientX - left) / x.step())
    setPointed(Math.min(Math.max(at, 0), bars.length - 1))
  }

  return (
    <figure>
      <figcaption className="mb-2 flex min-h-11 flex-wrap items-baseline gap-x-2">
        <span className="min-w-0 text-xl font-semibold tracking-tight">{active.short}</span>
        <span className="text-sm text-ink-muted">{longMonth(active.month)}</span>
      </figcaption>
      <div
        ref={box}
        className="relative rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-focus"
        style={{ height: HEIGHT }}
      >
        {width > 0 && (
          <svg width={width} height={HEIGHT} aria-hidden="true" className="block overflow-visible">
            {y.ticks(3).map((value) => (
              <g key={value} transform={`translate(0 ${y(value)})`}>
                <line x2={width} className={value === 0 ? 'stroke-line-strong' : 'stroke-line'} />
                {value !== 0 && (
                  <text y={-4} className="fill-ink-faint text-2xs">
                    {tick(value)}
                  </text>
                )}
              </g>
            ))}
            {bars.map(({ month, value }, at) => (
              <g key={month}>
                <path
                  d={bar(x(month) ?? 0, x.bandwidth(), y(0), y(value))}
                  className={`${colour(month > current)} ${
                    month === active.month ? '' : 'opacity-75'
                  }`}
                />
                {(at - ownMonth) % apart === 0 && (
                  <text
                    x={(x(month) ?? 0) + x.bandwidth() / 2}
                    y={HEIGHT - 5}
                    textAnchor="middle"
                    className={`text-2xs ${
                      month === active.month ? 'fill-ink font-semibold' : 'fill-ink-muted'
                    }`}
                  >
                    {shortMonth(month)}
                  </text>
                )}
              </g>
            ))}
          </svg>
        )}
        <input
          type="range"
          aria-label={`${label}: choose a month`}
          aria-valuetext={`${longMonth(active.month)}: ${active.exact} ${unit}`.trim()}
          min={0}
          max={bars.length - 1}
          value={chosen ?? ownMonth}
          onChange={(event) => setChosen(event.currentTarget.valueAsNumber)}
          onPointerMove={point}
          onPointerLeave={() => setPointed(null)}
          className="absolute inset-0 m-0 size-full cursor-default touch-pan-y opacity-0"
        />
      </div>
    </figure>
  )
}

function colour(isToCome: boolean) {
  return isToCome ? 'fill-accent-soft stroke-accent-text' : 'fill-accent'
}

/** Returns the path of a bar from the zero line with a rounded end. A value near zero is a thin line. */
function bar(left: number, width: number, from: number, to: number): string {
  const height = from - to
  if (height === 0) return ''
  const end = Math.abs(height) < 1.5 ? from - Math.sign(height) * 1.5 : to
  const round = Math.min(ROUND, width / 2, Math.abs(from - end)) * Math.sign(height)
  const side = Math.abs(round)
  return `M${left} ${from}V${end + round}Q${left} ${end} ${left + side} ${end}H${
    left + width - side
  }Q${left + width} ${end} ${left + width} ${end + round}V${from}Z`
}
