import type { BookingFigure } from '@mandap/domain/booking/figure.ts'
import { FIGURE_TEXTS } from '@mandap/domain/booking/figure-text.ts'
import { BOOKING_GROUPS, type BookingGroup } from '@mandap/domain/booking/group.ts'
import { GROUP_DEFINITIONS, LIST_DEFINITIONS } from '@mandap/domain/booking/definition.ts'
import type { Totals } from '@mandap/domain/booking/totals.ts'
import { type UseQueryResult, useQuery } from '@tanstack/preact-query'
import { LIST_NAMES, type ListName } from '@mandap/contract/list-names.ts'
import type { Summary as Counts } from '@mandap/contract/summary.ts'
import { useClient } from '../../features/client/client-context.ts'
import { LIST_LABELS, listsText } from '../../features/summary/list-nouns.ts'
import { dashboardSummary } from '../../features/summary/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { FigureLink } from '../../features/booking/FigureLink.tsx'
import { Definition } from '../../ui/Definition.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { CardFailure } from '../../features/summary/CardFailure.tsx'
import { CountLink } from '../../ui/CountLink.tsx'
import { paths } from '../../features/navigation/paths.ts'

/**
 * Renders the numbers of users, bookings and partners, and of the bookings in each group, which add up to all
 * bookings (§2.11).
 */
export function Summary({ totals }: { totals: UseQueryResult<Totals> }) {
  const summary = useQuery(dashboardSummary(useClient()))
  const { data } = totals
  const failed = summary.data?.failed ?? []
  return (
    <Card title="Summary">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(6.25rem,1fr))] gap-3">
        {LIST_NAMES.map((list) => (
          <div key={list} className="min-w-0">
            <dt className="flex items-center gap-1.5 text-sm text-ink-muted">
              <span className="truncate">{LIST_LABELS[list]}</span>
              <Definition term={LIST_LABELS[list]} text={LIST_DEFINITIONS[list]} />
            </dt>
            <dd className="truncate text-xl font-semibold tracking-tight">
              <ListCount summary={summary} list={list} />
            </dd>
          </div>
        ))}
      </dl>
      {(summary.isError || failed.length > 0) && (
        <p className="mt-2 text-sm">
          <FailureLine
            text={
              summary.isError
                ? 'The counts could not be loaded.'
                : `Could not be loaded: ${listsText(failed)}.`
            }
            retrying={summary.isFetching}
            onRetry={() => void summary.refetch()}
          />
        </p>
      )}
      <div className="mt-3 border-t border-line pt-3">
        {!data && totals.isError ? (
          <CardFailure query={totals} what="The bookings by group" />
        ) : (
          <>
            <dl className="space-y-1.5">
              {(Object.keys(BOOKING_GROUPS) as BookingGroup[]).map((group) => (
                <GroupCount key={group} figure={`group-${group}`} count={data?.groups[group]} />
              ))}
              <GroupCount figure="group-other" count={data?.other} />
            </dl>
            <p className="mt-3 text-sm text-ink-muted">{`Pending: ${GROUP_DEFINITIONS.pending}`}</p>
          </>
        )}
      </div>
    </Card>
  )
}

function GroupCount({ figure, count }: { figure: BookingFigure; count: number | undefined }) {
  const { title, definition } = FIGURE_TEXTS[figure]
  return (
    <div className="flex justify-between gap-3">
      <dt className="flex items-center gap-1.5 text-ink-muted">
        {title}
        <Definition term={title} text={definition} />
      </dt>
      <dd className="font-semibold">
        {count === undefined ? (
          <Skeleton className="my-0.5 h-4 w-14" />
        ) : (
          <FigureLink figure={figure} count={count} />
        )}
      </dd>
    </div>
  )
}

function ListCount({
  summary: { data, isPending },
  list,
}: {
  summary: UseQueryResult<Counts>
  list: ListName
}) {
  if (isPending) return <Skeleton className="my-1 h-5 w-16" />
  if (!data || data.failed?.includes(list)) return <span className="text-ink-faint">–</span>
  if (list === 'bookings') return <FigureLink figure="all" count={data.bookings} />
  const to = list === 'users' ? paths.userCount() : paths.allPartners()
  const label = list === 'users' ? 'All customers' : 'All partners'
  return <CountLink to={to} label={label} count={data[list]} />
}
