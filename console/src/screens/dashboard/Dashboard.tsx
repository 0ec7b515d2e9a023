import { lazy, Suspense, useRef } from 'preact/compat'
import { Link } from '../../router/Link.tsx'
import { useClient } from '../../features/client/client-context.ts'
import { useStartedQuery } from '../../features/client/start-query.ts'
import { dashboardSummary } from '../../features/summary/queries.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { LINK_CARD, STRETCHED_LINK } from '../../ui/LinkCard.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useNearView } from '../../ui/use-near-view.ts'
import { ChartsSkeleton } from './ChartSkeleton.tsx'
import { Search } from './Search.tsx'
import { SECTIONS } from './sections.ts'
import { Tiles } from './Tiles.tsx'
import { HEADINGS } from '../../features/navigation/headings.ts'

// loaded when the person scrolls towards them: on a phone, three screens down
const Charts = lazy(() => import('./Charts.tsx'))

/** Renders the dashboard (§2.4). */
export default function Dashboard() {
  const summary = useStartedQuery(dashboardSummary(useClient()))
  const glance = useRef<HTMLElement>(null)
  const isGlanceNear = useNearView(glance)
  return (
    <>
      <PageHeader {...HEADINGS.dashboard} />
      <Search />
      <Tiles summary={summary} />
      {SECTIONS.map((section) => (
        <section key={section.title} aria-label={section.title} className="mt-8">
          <h2 className="mb-3 font-semibold">{section.title}</h2>
          <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {section.cards.map((card) => (
              <li key={card.to} className={`${LINK_CARD} items-center gap-3.5 p-4`}>
                <span className="grid size-10 shrink-0 place-items-center rounded-md bg-accent-soft text-accent-text">
                  <Icon name={card.icon} />
                </span>
                <div className="min-w-0 grow wrap-anywhere">
                  <Link to={card.to} className={`font-semibold ${STRETCHED_LINK}`}>
                    {card.label}
                  </Link>
                  <p className="text-sm text-ink-muted">{card.about}</p>
                </div>
                <Icon name="chevronRight" className="size-4 text-ink-faint" />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section ref={glance} aria-label="At a glance" className="mt-8">
        <h2 className="mb-3 font-semibold">At a glance</h2>
        {isGlanceNear ? (
          <ErrorBoundary renderFailure={() => <UnloadedCharts />}>
            <Suspense fallback={<ChartsSkeleton />}>
              <Charts summary={summary} />
            </Suspense>
          </ErrorBoundary>
        ) : (
          <div className="min-h-96" />
        )}
      </section>
    </>
  )
}

function UnloadedCharts() {
  return (
    <Card>
      <ErrorState
        text="The charts could not be loaded."
        hint="Check your connection and try again."
        // a browser does not load a failed chunk again
        onRetry={() => location.reload()}
      />
    </Card>
  )
}
