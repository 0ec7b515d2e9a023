import { BOOKING_GROUPS, type BookingGroup } from '@mandap/domain/booking/group.ts'
import type { Totals } from '@mandap/domain/booking/totals.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Summary as Counts } from '@mandap/contract/summary.ts'
import { useClient } from '../../features/client/client-context.ts'
import { listsText } from '../../features/summary/list-nouns.ts'
import { dashboardSummary } from '../../features/summary/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { TotalsFailure } from '../../features/chart/TotalsFailure.tsx'
import { countText } from '../../ui/counted.ts'

const LISTS = [
  ['users', 'Customers'],
  ['bookings', 'Bookings'],
  ['partners', 'Partners'],
] as const

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
      <dl className="grid grid-cols-3 gap-3">
        {LISTS.map(([list, label]) => (
          <div key={list} className="min-w-0">
            <dt className="text-sm text-ink-muted">{label}</dt>
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
          <TotalsFailure totals={totals} what="The bookings by group" />
        ) : (
          <>
            <dl className="space-y-1.5">
              {(Object.keys(BOOKING_GROUPS) as BookingGroup[]).map((group) => (
                <GroupCount
                  key={group}
                  label={BOOKING_GROUPS[group].label}
                  count={data?.groups[group]}
                />
              ))}
              <GroupCount label="Other" count={data?.other} />
            </dl>
            <p className="mt-3 text-sm text-ink-muted">
              Pending counts bookings that are pending, visited by the planner, or whose visit was
              cancelled, so it can be more than Confirmed Bookings on the dashboard, which counts
              one status. Other counts all other statuses, such as a visit that the customer has to
              confirm.
            </p>
          </>
        )}
      </div>
    </Card>
  )
}

function GroupCount({ label, count }: { label: string; count: number | undefined }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-ink-muted">{`${label} bookings`}</dt>
      <dd className="font-semibold">
        {count === undefined ? <Skeleton className="my-0.5 h-4 w-14" /> : countText(count)}
      </dd>
    </div>
  )
}

function ListCount({
  summary: { data, isPending },
  list,
}: {
  summary: UseQueryResult<Counts>
  list: (typeof LISTS)[number][0]
}) {
  if (isPending) return <Skeleton className="my-1 h-5 w-16" />
  if (!data || data.failed?.includes(list)) return <span className="text-ink-faint">–</span>
  return countText(data[list])
}
