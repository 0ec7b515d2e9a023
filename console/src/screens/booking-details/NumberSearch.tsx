import type { Booking } from '@mandap/domain/booking/booking.ts'
import type { BookingFilter } from '@mandap/domain/booking/filter.ts'
import { bookingNumber, LOOKUP_PAUSE } from '@mandap/domain/booking/number.ts'
import { bookingStatusLabel } from '@mandap/domain/booking/status.ts'
import { BOOKING_TABS } from '@mandap/domain/booking/tab.ts'
import type { Today } from '@mandap/domain/rule/days.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { useHost } from '../../host/host-context.ts'
import { bookingNumberSuggestions, bookingsByNumber } from '../../host/queries/booking.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { usePaused } from '../../ui/use-paused.ts'
import { suggestedBookings, tabOf } from './suggestions.ts'

/** Milliseconds between a key and the list that follows it. */
const LIST_PAUSE = 150

/** Search by Number ID, with suggestions while one types and the host's own lookup after a pause (§5.4). */
export function NumberSearch({
  filter,
  today,
  onNumber,
  className,
}: {
  filter: BookingFilter
  today: Today
  onNumber: (numberId: string | undefined) => void
  className: string
}) {
  const host = useHost()
  const [text, setText] = useTypedNumber(filter.numberId ?? '')
  const listed = usePaused(text, LIST_PAUSE)
  const asked = usePaused(text, LOOKUP_PAUSE)

  useEffect(() => {
    if (listed === text && listed !== (filter.numberId ?? '')) onNumber(listed || undefined)
    // the list follows the pause alone: a filter chosen meanwhile takes the typed number with it
    // eslint-disable-next-line react/exhaustive-deps
  }, [listed])

  const like = useQuery(bookingNumberSuggestions(host, text))
  const lookedUp = useQuery(bookingsByNumber(host, asked))
  const suggested = suggestedBookings(text, like.data ?? [], lookedUp.data ?? [])
  const busy = text !== '' && (asked !== text || like.isFetching || lookedUp.isFetching)

  return (
    <Combobox
      label="Search by Number ID"
      placeholder="Booking number"
      className={className}
      value={text}
      onText={(typed) => setText(bookingNumber(typed))}
      busy={busy && suggested.length === 0}
      suggestions={suggested.map((booking) => ({
        id: booking.id,
        text: booking.numberId.toUpperCase(),
        detail: `${booking.eventType} · ${placeText(booking, today)}`,
      }))}
      onPick={(suggestion) => {
        const number = bookingNumber(suggestion.text)
        setText(number)
        onNumber(number)
      }}
      emptyText="No matches"
    />
  )
}

function placeText(booking: Booking, today: Today): string {
  const tab = tabOf(booking, today)
  return tab === null ? bookingStatusLabel(booking.status) : BOOKING_TABS[tab]
}

/** The text as typed. Every navigation but that of the typing itself brings the address's own. */
function useTypedNumber(inAddress: string) {
  const { key } = useLocation()
  const kind = useNavigationType()
  const [text, setText] = useState(inAddress)
  const [entry, setEntry] = useState(key)
  if (entry !== key) {
    setEntry(key)
    if (kind !== NavigationType.Replace) setText(inAddress)
  }
  return [text, setText] as const
}
