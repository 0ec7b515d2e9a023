import { countText } from '@mandap/domain/text/counted.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import { useQuery } from '@tanstack/preact-query'
import { useMemo } from 'preact/compat'
import { Link } from '../../router/Link.tsx'
import { paths } from '../../features/navigation/paths.ts'
import { fromHere } from '../../features/navigation/back-link.ts'
import { useClient } from '../../features/client/client-context.ts'
import { bookingsTotal } from '../../features/booking/queries.ts'
import { Icon } from '../../ui/Icon.tsx'
import { FailureLine } from '../../ui/states.tsx'

/** Says how many bookings have ended without being completed, and links to them (§4.3). */
export function EndedLine({ today }: { today: Today }) {
  const listing = useMemo(() => ({ list: 'ended' as const, filter: {}, today }), [today])
  const { data, isError, isFetching, refetch } = useQuery(bookingsTotal(useClient(), listing))
  if (data === undefined && isError)
    return (
      <FailureLine
        text="The events that have ended could not be counted."
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return null
  return (
    <Link
      to={paths.endedBookings()}
      state={fromHere}
      className="-mx-1.5 inline-flex min-h-8 items-center gap-1.5 rounded-sm px-1.5 font-medium text-warning-text hover:underline pointer-coarse:min-h-10"
    >
      <Icon name="alert" className="size-4" />
      {countText(data)} ended, not completed
      <Icon name="chevronRight" className="size-4" />
    </Link>
  )
}
