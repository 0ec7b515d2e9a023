import type { Booking } from '@mandap/domain/booking/booking.ts'
import { bookingNumber } from '@mandap/domain/booking/number.ts'
import { suggestedBookings } from '@mandap/domain/booking/suggestion.ts'
import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { Combobox } from '../ui/Combobox.tsx'
import { useDebouncedSearchParam } from '../ui/use-debounced-search-param.ts'
import { useNumberLookup } from './number-lookup.ts'

/** Milliseconds between a key and the list that follows it. */
const LIST_PAUSE = 150

/** Search by booking number, with suggestions for each key and the host's own lookup after a pause (§5.4). */
export function NumberSearch<Data, Key extends QueryKey>({
  label,
  numberId = '',
  onNumber,
  like: likeOf,
  isListed = () => true,
  detailOf,
  className = '',
}: {
  label: string
  /** The number that the address holds; typing brings the address after it. */
  numberId?: string | undefined
  onNumber: (numberId: string | undefined) => void
  /** The query of the bookings whose numbers begin with the typed text. */
  like: (text: string) => UseQueryOptions<Data, Error, readonly Booking[], Key>
  /** Whether a booking that the host's lookup found may be suggested. */
  isListed?: (booking: Booking) => boolean
  /** What is said of a suggestion beside its number. */
  detailOf: (booking: Booking) => string
  className?: string
}) {
  const { text, setText } = useDebouncedSearchParam(numberId, LIST_PAUSE, (typed) =>
    onNumber(typed || undefined),
  )
  const like = useQuery(likeOf(text))
  const { lookup, pending } = useNumberLookup(text)
  const suggested = suggestedBookings(
    text,
    like.data ?? [],
    (lookup.data ?? []).filter((booking) => isListed(booking)),
  )
  const busy = text !== '' && (like.isFetching || pending)

  return (
    <Combobox
      label={label}
      placeholder="Booking number"
      className={className}
      value={text}
      onText={(typed) => setText(bookingNumber(typed))}
      busy={busy && suggested.length === 0}
      suggestions={suggested.map((booking) => ({
        id: booking.id,
        text: booking.numberId.toUpperCase(),
        detail: detailOf(booking),
      }))}
      onSelect={(suggestion) => {
        const number = bookingNumber(suggestion.text)
        setText(number)
        onNumber(number)
      }}
      emptyText={
        like.isError || lookup.isError
          ? 'No matches. The search failed. Type again to retry.'
          : 'No matches'
      }
    />
  )
}
