import { FIGURE_TEXTS } from '@mandap/domain/booking/figure-text.ts'
import { SERVICE_CATEGORIES } from '@mandap/domain/booking/service.ts'
import type { Totals } from '@mandap/domain/booking/totals.ts'
import type { UseQueryResult } from '@tanstack/preact-query'
import { Card } from '../../ui/Card.tsx'
import { FigureLink } from '../../features/booking/FigureLink.tsx'
import { Definition } from '../../ui/Definition.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { CardFailure } from '../../features/summary/CardFailure.tsx'

/** Renders the User Services card: bookings of each service category (§2.11). */
export function Services({ totals }: { totals: UseQueryResult<Totals> }) {
  const { data } = totals
  const highest = Math.max(1, ...Object.values(data?.services ?? {}))
  return (
    <Card title="User Services">
      {!data && totals.isError ? (
        <CardFailure query={totals} what="The services" />
      ) : (
        <>
          <dl className="space-y-3">
            {SERVICE_CATEGORIES.map((category) => (
              <div key={category} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1">
                <dt className="flex items-center gap-1.5 text-ink-muted">
                  {category}
                  <Definition
                    term={category}
                    text={FIGURE_TEXTS[`service-${category}`].definition}
                  />
                </dt>
                <dd className="font-semibold">
                  {data ? (
                    <FigureLink figure={`service-${category}`} count={data.services[category]} />
                  ) : (
                    <Skeleton className="my-0.5 h-4 w-14" />
                  )}
                </dd>
                <dd aria-hidden="true" className="col-span-2 h-1.5 rounded-full bg-sunken">
                  <div
                    className="h-full rounded-full bg-accent"
                    style={{ width: `${((data?.services[category] ?? 0) / highest) * 100}%` }}
                  />
                </dd>
              </div>
            ))}
          </dl>
          <p className="mt-3 text-sm text-ink-muted">
            Bookings by service. A booking of both Catering and Photography counts in both.
          </p>
        </>
      )}
    </Card>
  )
}
