import type { Booking } from '@mandap/domain/booking/booking.ts'
import { bookingStatusLabel, bookingStatusTone } from '@mandap/domain/booking/status.ts'
import { lazy, Suspense } from 'preact/compat'
import { config } from '../../features/client/config.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { idle } from '../../ui/idle.ts'

// with the activity below, after the booking
const SetBy = lazy(async () => {
  await idle()
  return import('./SetBy.tsx')
})

/** Renders the booking's own status, and who set it and when if the host's audit log says so. */
export function OwnStatus({ booking: { id, status } }: { booking: Booking }) {
  return (
    <>
      <Badge tone={bookingStatusTone(status)} dot>
        {bookingStatusLabel(status)}
      </Badge>
      {config().capabilities.auditLog && (
        <ErrorBoundary renderFailure={() => null}>
          <Suspense fallback={null}>
            <SetBy id={id} status={status} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}
