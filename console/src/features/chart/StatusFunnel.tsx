import { FIGURE_TEXTS } from '@mandap/domain/booking/figure-text.ts'
import { FUNNEL_STAGES, funnelOf } from '@mandap/domain/booking/funnel.ts'
import { scaleLinear } from 'd3-scale'
import { area, curveBumpX } from 'd3-shape'
import { useRef } from 'preact/compat'
import { ChartTable } from './ChartTable.tsx'
import { shortCount } from './money.ts'
import { useWidth } from './use-width.ts'
import { Definition } from '../../ui/Definition.tsx'
import { FigureLink } from '../booking/FigureLink.tsx'

const HEIGHT = 112

/** Renders how many bookings have reached each stage, and below it the cancelled ones. */
export function StatusFunnel({
  bookingsByStatus,
}: {
  bookingsByStatus: Readonly<Record<string, number>>
}) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const { stages, cancelled, other } = funnelOf(bookingsByStatus)
  const all = stages[0]?.reached ?? 0
  const column = width / stages.length

  const thickness = scaleLinear()
    .domain([0, Math.max(1, all)])
    .range([2, HEIGHT])
  // each stage narrows to the width of the next; the last one keeps its width
  const edges = [...stages, ...stages.slice(-1)].map(({ reached }, at) => ({
    x: at * column,
    half: thickness(reached) / 2,
  }))
  const shape = area<(typeof edges)[number]>()
    .x(({ x }) => x)
    .y0(({ half }) => HEIGHT / 2 + half)
    .y1(({ half }) => HEIGHT / 2 - half)
    .curve(curveBumpX)(edges)

  return (
    <figure>
      <dl className="mb-2 grid grid-cols-4">
        {stages.map(({ stage, reached }) => (
          <div
            key={stage}
            className="min-w-0 border-l border-line pl-2 first:border-l-0 first:pl-0"
          >
            <dt className="truncate text-sm text-ink-muted">{FUNNEL_STAGES[stage]}</dt>
            <dd className="truncate text-lg font-semibold tracking-tight sm:text-xl">
              {/* the table below has the exact count */}
              <FigureLink figure={`reached-${stage}`} count={reached} short={shortCount(reached)} />
            </dd>
            <dd className="flex items-center gap-2 text-xs text-ink-muted">
              {percent(reached, all)}
              <Definition
                term={FUNNEL_STAGES[stage]}
                text={FIGURE_TEXTS[`reached-${stage}`].definition}
              />
            </dd>
          </div>
        ))}
      </dl>
      <div ref={box} style={{ height: HEIGHT }}>
        {width > 0 && (
          <svg width={width} height={HEIGHT} aria-hidden="true" className="block">
            <path d={shape ?? ''} className="fill-accent" />
            {stages.slice(1).map(({ stage }, at) => (
              <line
                key={stage}
                x1={(at + 1) * column}
                x2={(at + 1) * column}
                y2={HEIGHT}
                className="stroke-surface"
                strokeWidth={2}
              />
            ))}
          </svg>
        )}
      </div>
      <figcaption className="mt-3 text-sm text-ink-muted">
        Bookings at each stage or a later one. Not included:{' '}
        <FigureLink figure="group-cancelled" count={cancelled} /> cancelled
        {other > 0 && (
          <>
            {' '}
            and <FigureLink figure="stage-other" count={other} /> with other statuses
          </>
        )}
        .
      </figcaption>
      <ChartTable
        caption="Bookings by stage"
        columns={['Stage', 'At this stage', 'At this stage or later']}
        rows={[
          ...stages.map(({ stage, now, reached }) => ({
            key: stage,
            cells: [
              FUNNEL_STAGES[stage],
              <FigureLink key="now" figure={`stage-${stage}`} count={now} />,
              <FigureLink key="reached" figure={`reached-${stage}`} count={reached} />,
            ],
          })),
          {
            key: 'cancelled',
            cells: [
              'Cancelled',
              <FigureLink key="cancelled" figure="group-cancelled" count={cancelled} />,
              '',
            ],
          },
          {
            key: 'other',
            cells: [
              'Other statuses',
              <FigureLink key="other" figure="stage-other" count={other} />,
              '',
            ],
          },
        ]}
      />
    </figure>
  )
}

/** Returns a share such as '12%'. Does not use `Intl`, for the reason given at `countText`. */
function percent(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.round((part / whole) * 100)}%`
}
