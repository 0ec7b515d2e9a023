import type { Booking } from '@mandap/domain/booking/booking.ts'
import { cityOf } from '@mandap/domain/booking/city.ts'
import type { PlannerFit } from '@mandap/domain/booking/planner-fit.ts'
import { serviceCategories, type ServiceCategory } from '@mandap/domain/booking/service.ts'
import { isolated } from '@mandap/domain/text/text.ts'
import type { UseQueryResult } from '@tanstack/preact-query'
import { BookingLink } from '../../features/booking/BookingLink.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { NO_TEXT } from '../../ui/no-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { FailureLine } from '../../ui/states.tsx'
import type { PickedPartner } from './planner-draft.ts'

const SERVICES = {
  Catering: 'catering',
  Photography: 'photography',
  Event: 'event services',
} as const satisfies Record<ServiceCategory, string>

function servicesText(booking: Booking, conjunction: 'or' | 'and'): string {
  return serviceCategories(booking)
    .map((category) => SERVICES[category])
    .join(` ${conjunction} `)
}

/** Renders how a suggested partner fits the booking, in a word each. */
export function FitBadges({ booking, fit }: { booking: Booking; fit: PlannerFit }) {
  const { service, city, otherEvents } = fit
  const wanted = servicesText(booking, 'or')
  const place = isolated(cityOf(booking.location))
  return (
    <span className="mt-1 flex flex-wrap gap-1 empty:hidden">
      {service !== null && (
        <Badge tone={service ? 'positive' : 'neutral'}>
          {service ? `Offers ${wanted}` : `No ${wanted}`}
        </Badge>
      )}{' '}
      {city !== null && (
        <Badge tone={city ? 'positive' : 'neutral'}>
          {city ? `In ${place}` : `Not in ${place}`}
        </Badge>
      )}{' '}
      {otherEvents !== null && (
        <Badge tone={otherEvents.length === 0 ? 'positive' : 'warning'}>
          {otherEvents.length === 0 ? 'Free on these days' : 'Has another event'}
        </Badge>
      )}
    </span>
  )
}

/** Renders the reasons against the selected partner, and whether the other events are still being read. */
export function FitOfPicked({
  id,
  booking,
  picked,
  fit: { service, city, otherEvents },
  events,
}: {
  id: string
  booking: Booking
  picked: PickedPartner
  fit: PlannerFit
  events: UseQueryResult
}) {
  const name = isolated(picked.name) || NO_TEXT
  const wanted = servicesText(booking, 'and')
  const warnings = [
    service === false &&
      `The booking is for ${wanted}. ${name} offers ${picked.servicesSelected.map(isolated).join(', ')}.`,
    city === false &&
      `The event is in ${isolated(cityOf(booking.location))}. ${name} is in ${isolated(cityOf(picked.companyLocation))}.`,
  ].filter((warning) => warning !== false)
  const isBusy = otherEvents !== null && otherEvents.length > 0
  return (
    <div id={id} className="grid gap-2" aria-live="polite">
      {(isBusy || warnings.length > 0) && (
        <Notice tone="warning">
          <ul className="grid gap-1.5">
            {isBusy && (
              <li>
                <span className="font-medium">{name} has another event on these days:</span>
                <ul>
                  {otherEvents.map((other) => (
                    <li key={other.id}>
                      <BookingLink booking={other} inNewTab />
                    </li>
                  ))}
                </ul>
              </li>
            )}
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      {events.isLoading && (
        <p className="text-sm text-ink-muted">Looking for other events on these days…</p>
      )}
      {events.isError && otherEvents === null && (
        <FailureLine
          text="Other events of the partner on these days could not be loaded."
          retrying={events.isFetching}
          onRetry={() => void events.refetch()}
        />
      )}
    </div>
  )
}
