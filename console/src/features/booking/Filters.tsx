import { isolated } from '@mandap/domain/text/text.ts'
import {
  BOOKING_SORTS,
  DEFAULT_BOOKING_SORT,
  EVENT_DATE_RANGES,
  type ListFilter,
} from '@mandap/domain/booking/filter.ts'
import type { Booking } from '@mandap/domain/booking/booking.ts'
import { BOOKING_WORKLISTS, bookingWorklist } from '@mandap/domain/booking/worklist.ts'
import { SERVICE_CATEGORIES } from '@mandap/domain/booking/service.ts'
import { bookingStatusLabel } from '@mandap/domain/booking/status.ts'
import { CHOSEN_DAYS, type Today } from '@mandap/domain/time/days.ts'
import { memo, useId, useState } from 'preact/compat'
import { useClient } from '../client/client-context.ts'
import { bookingNumberSuggestions } from './queries.ts'
import { Button } from '../../ui/Button.tsx'
import { DateField, SelectField } from '../../ui/Field.tsx'
import { NO_TEXT } from '../../ui/no-text.ts'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { activeFilters } from './booking-filter-url.ts'
import { NumberSearch } from './NumberSearch.tsx'
import { PlannerFilter } from './PlannerFilter.tsx'

type Change = (to: ListFilter, how: { replace: boolean }) => void

/** Tailwind's `md`. */
const WIDE_WINDOW = '(min-width: 48rem)'

interface Props {
  filter: ListFilter
  today: Today
  /** Another function renders the filters again. */
  onChange: Change
}

/**
 * Renders the filters of §2.5: in a row on a wide screen, and collapsed except for the search on a phone. Memoised, so
 * that arriving bookings do not render them again.
 */
export const Filters = memo(function Filters({ filter, today, onChange }: Props) {
  const id = useId()
  const client = useClient()
  const [unfolded, setUnfolded] = useState(false)
  const isWide = useMediaQuery(WIDE_WINDOW)
  const set = (part: ListFilter) => onChange({ ...filter, ...part }, { replace: false })
  const active = activeFilters(filter)
  const folded = activeFilters({ ...filter, numberId: undefined })

  return (
    <search className="filters mt-4">
      <div className="flex flex-wrap items-start gap-3 md:grid md:grid-cols-12 xl:grid-cols-[1.4fr_repeat(5,1fr)_auto]">
        <NumberSearch
          label="Search by Booking ID"
          numberId={filter.numberId}
          like={(text) => bookingNumberSuggestions(client, text)}
          detailOf={(booking) =>
            `${isolated(booking.eventType) || NO_TEXT} · ${placeText(booking, today)}`
          }
          onNumber={(numberId) => onChange({ ...filter, numberId }, { replace: true })}
          className="grow basis-34 md:col-span-5 xl:col-span-1"
        />
        <Button
          icon="filter"
          aria-expanded={unfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!unfolded)}
          className="self-end md:hidden"
        >
          Filters{folded > 0 && ` (${folded})`}
        </Button>
        <div
          id={id}
          className={`${unfolded ? 'grid' : 'hidden'} w-full filter-columns gap-3 md:contents`}
        >
          {(isWide || unfolded) && (
            <>
              <SelectField
                label="Event date range"
                options={[{ value: '', label: 'All Dates' }, ...choices(EVENT_DATE_RANGES)]}
                value={filter.eventDate ?? ''}
                onValue={(eventDate) => set({ eventDate: eventDate || undefined })}
                className="md:col-span-4 xl:col-span-1"
              />
              <DateField
                label="Booked Date"
                {...CHOSEN_DAYS}
                value={filter.bookedDate ?? ''}
                onValue={(bookedDate) =>
                  onChange(
                    { ...filter, bookedDate: bookedDate || undefined },
                    // each typed digit may name another day, so one step back leaves all of them
                    { replace: filter.bookedDate !== undefined && bookedDate !== '' },
                  )
                }
                className="md:col-span-3 xl:col-span-1"
              />
              <SelectField
                label="Service"
                options={[
                  { value: '', label: 'All Services' },
                  ...SERVICE_CATEGORIES.map((value) => ({ value, label: value })),
                ]}
                value={filter.service ?? ''}
                onValue={(service) => set({ service: service || undefined })}
                className="md:col-span-3 xl:col-span-1"
              />
              <PlannerFilter
                name={filter.partnerName ?? ''}
                onName={(partnerName) => set({ partnerName: partnerName || undefined })}
                className="md:col-span-4 xl:col-span-1"
              />
              <SelectField
                label="Sort by booking date"
                options={choices(BOOKING_SORTS)}
                value={filter.sort ?? DEFAULT_BOOKING_SORT}
                onValue={(sort) => set({ sort })}
                className="md:col-span-3 xl:col-span-1"
              />
              <Button
                look="quiet"
                icon="clear"
                disabledReason={active === 0 ? 'No filters are set.' : undefined}
                onClick={() => onChange({ sort: filter.sort }, { replace: false })}
                // aligns the button with the controls beside it, which have labels above them
                className="mt-6.5 md:col-span-2 xl:col-span-1"
              >
                Clear filters
              </Button>
            </>
          )}
        </div>
      </div>
    </search>
  )
})

function choices<Key extends string>(table: Record<Key, string>) {
  return (Object.keys(table) as Key[]).map((value) => ({ value, label: table[value] }))
}

function placeText(booking: Booking, today: Today): string {
  const worklist = bookingWorklist(booking, today)
  return worklist === null ? bookingStatusLabel(booking.status) : BOOKING_WORKLISTS[worklist]
}
