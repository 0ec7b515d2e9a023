import type { Booking } from '@mandap/domain/booking/booking.ts'
import { bookingNumber } from '@mandap/domain/booking/number.ts'
import { suggestedBookings } from '@mandap/domain/booking/suggestion.ts'
import {
  type QueryKey,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
} from '@tanstack/preact-query'
import { Combobox } from '../../ui/Combobox.tsx'
import { useThrottledSearchParam } from '../../ui/use-throttled-search-param.ts'
import { startQuery } from '../client/start-query.ts'
import { useNumberLookup } from './number-lookup.ts'

/** Renders the search by booking number: suggestions for each key, and the host's lookup after a pause (§5.4). */
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
  /** The number in the URL. The URL follows the typed text. */
  numberId?: string | undefined
  onNumber: (numberId: string | undefined) => void
  /** Returns the query of the bookings whose numbers begin with the typed text. */
  like: (text: string) => UseQueryOptions<Data, Error, readonly Booking[], Key>
  /** Returns whether a booking that the host's lookup found is suggested. */
  isListed?: (booking: Booking) => boolean
  /** Returns the text beside a suggestion's number. */
  detailOf: (booking: Booking) => string
  className?: string
}) {
  const { text, setText } = useThrottledSearchParam(numberId, (typed) =>
    onNumber(typed || undefined),
  )
  const suggesting = likeOf(text)
  startQuery(useQueryClient(), suggesting)
  const like = useQuery(suggesting)
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
      placeholder="Booking ID"
      className={className}
      value={text}
      clean={bookingNumber}
      onText={setText}
      autoCapitalize="characters"
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
