import { statusChange } from '@mandap/domain/audit/status-change.ts'
import type { Booking } from '@mandap/domain/booking/booking.ts'
import { bookingStatusLabel, bookingStatusTone } from '@mandap/domain/booking/status.ts'
import { useInfiniteQuery } from '@tanstack/preact-query'
import { recordLog } from '../../features/audit/queries.ts'
import { config } from '../../features/client/config.ts'
import { useClient } from '../../features/client/client-context.ts'
import { momentText } from '../../features/time/date-text.ts'
import { Badge } from '../../ui/Badge.tsx'

/** Renders the booking's own status, and who set it and when if the host's audit log says so. */
export function OwnStatus({ booking: { id, status } }: { booking: Booking }) {
  return (
    <>
      <Badge tone={bookingStatusTone(status)} dot>
        {bookingStatusLabel(status)}
      </Badge>
      {config().capabilities.auditLog && <SetBy id={id} status={status} />}
    </>
  )
}

/** Shows nothing if the log could not be loaded, which the activity below says. */
function SetBy({ id, status }: { id: string; status: string }) {
  const log = useInfiniteQuery(recordLog(useClient(), 'booking', id))
  const entries = log.data?.pages.flatMap(({ rows }) => rows) ?? []
  const set = statusChange(entries, status)
  if (!set) return null
  return (
    <span className="mt-1 block text-sm font-normal text-ink-muted">
      Set by {set.by || 'someone'}
      {set.at !== null && <span className="whitespace-nowrap">, {momentText(set.at)}</span>}
    </span>
  )
}
