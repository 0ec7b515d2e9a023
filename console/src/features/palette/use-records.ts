import type { Booking } from '@mandap/domain/booking/booking.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { fold } from '@mandap/domain/text/text.ts'
import type { User } from '@mandap/domain/user/user.ts'
import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/compat'
import type { To } from '../../router/location.ts'
import { useLocation } from '../../router/Router.tsx'
import { paths } from '../navigation/paths.ts'
import { bookingState } from '../booking/passed-booking.ts'
import { ApiError, isNotFound } from '@mandap/client/api-error.ts'
import { useClient } from '../client/client-context.ts'
import { startQuery } from '../client/start-query.ts'
import { bookingById } from '../booking/queries.ts'
import { partnerById } from '../partner/queries.ts'
import { searchResults } from '../search/queries.ts'
import { userById } from '../user/queries.ts'
import { partnerScreen } from '../navigation/partner-screen.ts'
import { bookingText, partnerText, userFound, userText } from '../search/hit.ts'
import { useThrottledValue } from '../../ui/use-throttled-value.ts'
import { palettePages } from './commands.ts'
import { recentItems } from './current-palette.ts'
import type { Option, OptionGroup } from './option.ts'
import { keyOf, type RecentItem } from './recent.ts'
import { useSeeAll } from './use-see-all.ts'

type Go = (to: To, state?: object) => void

/** Returns the bookings, partners and users that the host finds for the typed text. */
export function useSearchOptions(text: string, go: Go) {
  const throttled = useThrottledValue(text)
  const search = searchResults(useClient(), throttled)
  startQuery(useQueryClient(), search)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(search)
  const isBlank = fold(text) === '' || fold(throttled) === ''
  const stale = text !== throttled || isPlaceholderData
  const found = isBlank ? undefined : data
  const seeAll = useSeeAll({ found, stale, typed: throttled }, go)
  const groups: OptionGroup[] = [
    {
      title: 'Bookings',
      stale,
      options: [
        ...(found?.bookings ?? []).map(
          (booking): Option => ({
            kind: 'record',
            id: `booking:${booking.id}`,
            ...bookingText(booking, throttled),
            icon: 'booking',
            onSelect: () => openBooking(booking, go),
          }),
        ),
        ...seeAll.bookings,
      ],
    },
    {
      title: 'Partners',
      stale,
      options: [
        ...(found?.partners ?? []).map(
          (partner): Option => ({
            kind: 'record',
            id: `partner:${partner.id}`,
            ...partnerText(partner, throttled),
            icon: 'verified',
            onSelect: () => openPartner(partner, go),
          }),
        ),
        ...seeAll.partners,
      ],
    },
    {
      title: 'Customers',
      stale,
      options: [
        ...(found?.users ?? []).map(
          (user): Option => ({
            kind: 'record',
            id: `user:${user.id}`,
            ...userText(user),
            icon: 'user',
            onSelect: () => openUser(user, go, throttled),
          }),
        ),
        ...seeAll.users,
      ],
    },
  ]
  return {
    groups,
    typed: throttled,
    searching: fold(text) !== '' && (stale || isFetching),
    error: isBlank || isFetching ? null : error,
    failed: found?.failed ?? [],
    retry: () => void refetch(),
  }
}

/** Returns the recent items. A record is fetched before it is opened, and removed if it no longer exists. */
export function useRecentOptions(go: Go) {
  const client = useClient()
  const queryClient = useQueryClient()
  const { pathname } = useLocation()
  const [items, setItems] = useState<readonly RecentItem[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [opening, setOpening] = useState<string | null>(null)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    async function show() {
      const recent = await recentItems.read()
      if (isMounted.current) setItems(recent)
    }
    void show()
    return () => {
      isMounted.current = false
    }
  }, [])

  async function read(recent: Exclude<RecentItem, { kind: 'page' }>) {
    const { id } = recent
    if (recent.kind === 'booking') {
      const booking = await queryClient.fetchQuery(bookingById(client, id))
      return () => openBooking(booking, go)
    }
    if (recent.kind === 'partner') {
      const partner = await queryClient.fetchQuery(partnerById(client, id))
      return () => openPartner(partner, go)
    }
    const user = await queryClient.fetchQuery(userById(client, id))
    return () => openUser(user, go)
  }

  async function open(recent: Exclude<RecentItem, { kind: 'page' }>) {
    setOpening(keyOf(recent))
    setFailure(null)
    try {
      const opened = await read(recent)
      if (isMounted.current) opened()
    } catch (error) {
      const isGone = isNotFound(error)
      if (isGone) {
        await recentItems.remove(recent)
        setItems(await recentItems.read())
      }
      const why = error instanceof ApiError ? error.message : 'It could not be loaded.'
      setFailure(isGone ? `${recent.name} no longer exists.` : `${recent.name}: ${why}`)
    } finally {
      setOpening(null)
    }
  }

  const options = items.flatMap((recent): Option[] => {
    if (recent.kind !== 'page')
      return [
        {
          kind: 'recent',
          id: `recent:${keyOf(recent)}`,
          title: recent.name,
          details: [KINDS[recent.kind].name],
          icon: KINDS[recent.kind].icon,
          onSelect: () => void open(recent),
        },
      ]
    const page = palettePages().find(({ to }) => to === recent.to)
    if (!page || page.to === pathname) return []
    return [
      {
        kind: 'recent',
        id: `recent:${keyOf(recent)}`,
        title: page.label,
        details: ['Page'],
        icon: page.icon,
        onSelect: () => go(page.to),
      },
    ]
  })
  const pages = items.flatMap((recent) => (recent.kind === 'page' ? [recent.to] : []))
  return {
    options,
    /** The paths of the recent pages. */
    pages,
    failure,
    opening: opening !== null,
    clearFailure: () => setFailure(null),
  }
}

const KINDS = {
  booking: { name: 'Booking', icon: 'booking' },
  partner: { name: 'Partner', icon: 'verified' },
  user: { name: 'Customer', icon: 'user' },
} as const

function openBooking(booking: Booking, go: Go): void {
  go(paths.bookingDetailsCard(booking.id), bookingState(booking, null))
}

function openPartner(partner: Partner, go: Go): void {
  go(partnerScreen(partner).to)
}

/** `typed` is the search that found the user, if one did. */
function openUser(user: User, go: Go, typed?: string): void {
  // only the name is stored, never the phone number
  if (user.name !== '') recentItems.add({ kind: 'user', id: user.id, name: user.name })
  go(userFound(user, typed ?? (user.name || user.email || user.phone)))
}
