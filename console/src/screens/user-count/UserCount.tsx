import type { Today } from '@mandap/domain/time/days.ts'
import { useQuery } from '@tanstack/preact-query'
import { memo, useEffect, useMemo, useState } from 'preact/compat'
import { useLocation } from '../../router/Router.tsx'
import { useToday } from '../../features/time/today.ts'
import { useClient } from '../../features/client/client-context.ts'
import { bookingTotals } from '../../features/booking/totals-queries.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Revenue } from './Revenue.tsx'
import { Services } from './Services.tsx'
import { Summary } from './Summary.tsx'
import { Users } from './Users.tsx'
import { userCountViewFrom } from './user-count-view-url.ts'
import { HEADINGS } from '../../features/navigation/headings.ts'

/** Renders User Count (§2.11). The filters, the expanded user and their tab are in the URL. */
export default function UserCount() {
  const { search: address } = useLocation()
  const view = useMemo(() => userCountViewFrom(new URLSearchParams(address)), [address])
  const today = useToday()
  const isBegun = useIsBegun()
  return (
    <>
      <PageHeader {...HEADINGS.userCount} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
        <Users view={view} today={today} />
        {isBegun ? (
          <Totals today={today} />
        ) : (
          // below the list as high as the cards, so that the browser finds its position after Back
          <div className="h-[80rem] lg:h-auto" />
        )}
      </div>
    </>
  )
}

/** Returns false until the first rendering is done, so that the rest is a task of its own. */
function useIsBegun(): boolean {
  const [isBegun, setIsBegun] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsBegun(true))
    return () => clearTimeout(timer)
  }, [])
  return isBegun
}

/** Renders the cards of all bookings. They do not render again when a row is expanded or the list is filtered. */
const Totals = memo(function Totals({ today }: { today: Today }) {
  const totals = useQuery(bookingTotals(useClient(), today))
  return (
    <div className="grid gap-4 sm:max-lg:grid-cols-2">
      <Revenue totals={totals} today={today} />
      <Services totals={totals} />
      <Summary totals={totals} />
    </div>
  )
})
