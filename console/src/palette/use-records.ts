import type { Booking } from '@mandap/domain/booking/booking.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { fold } from '@mandap/domain/rule/text.ts'
import type { User } from '@mandap/domain/user/user.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type To, useLocation } from 'react-router'
import { paths } from '../app/paths.ts'
import { bookingState } from '../booking/passed-booking.ts'
import { ApiError } from '@mandap/client/api-error.ts'
import { MAX_FOUND } from '../search/queries.ts'
import { useClient } from '../app/client-context.ts'
import { bookingById } from '../booking/queries.ts'
import { partnerById } from '../partner/queries.ts'
import { searchResults } from '../search/queries.ts'
import { userById } from '../user/queries.ts'
import {
  bookingsSearched,
  bookingText,
  partnerScreen,
  partnersSearched,
  partnerText,
  usersSearched,
  userText,
} from '../search/hit.ts'
import { useDebouncedValue } from '../ui/use-debounced-value.ts'
import { PALETTE_PAGES } from './commands.ts'
import { recents } from './current-palette.ts'
import type { Option, OptionGroup } from './option.ts'
import { keyOf, type Recent } from './recent.ts'

/** Milliseconds between a key and the search that follows it. */
const DEBOUNCE_MS = 200

type Go = (to: To, state?: unknown) => void

/** The bookings, partners and users that the host finds, as one types. */
export function useFound(text: string, go: Go) {
  const paused = useDebouncedValue(text, DEBOUNCE_MS)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    searchResults(useClient(), paused),
  )
  const isBlank = fold(text) === '' || fold(paused) === ''
  const stale = text !== paused || isPlaceholderData
  const found = isBlank ? undefined : data
  // where only the first of a kind are shown
  const seeAll = (shown: readonly unknown[] = [], title: string, to: To): Option[] =>
    shown.length < MAX_FOUND
      ? []
      : [{ id: `all:${title}`, title, details: [], icon: 'search', pick: () => go(to) }]
  const groups: OptionGroup[] = [
    {
      title: 'Bookings',
      stale,
      options: [
        ...(found?.bookings ?? []).map(
          (booking): Option => ({
            id: `booking:${booking.id}`,
            ...bookingText(booking, paused),
            icon: 'booking',
            pick: () => openBooking(booking, go),
          }),
        ),
        ...seeAll(found?.bookings, 'See all bookings found', bookingsSearched(paused)),
      ],
    },
    {
      title: 'Partners',
      stale,
      options: [
        ...(found?.partners ?? []).map(
          (partner): Option => ({
            id: `partner:${partner.id}`,
            ...partnerText(partner, paused),
            icon: 'verified',
            pick: () => openPartner(partner, go),
          }),
        ),
        ...seeAll(found?.partners, 'See approved partners found', partnersSearched(paused)),
      ],
    },
    {
      title: 'Users',
      stale,
      options: [
        ...(found?.users ?? []).map(
          (user): Option => ({
            id: `user:${user.id}`,
            ...userText(user),
            icon: 'user',
            pick: () => openUser(user, go),
          }),
        ),
        ...seeAll(found?.users, 'See all users found', usersSearched(paused)),
      ],
    },
  ]
  return {
    groups,
    typed: paused,
    searching: fold(text) !== '' && (stale || isFetching),
    error: isBlank || isFetching ? null : error,
    failed: found?.failed ?? [],
    retry: () => void refetch(),
  }
}

/** What was opened last; a record is read again first, and forgotten when it is there no more. */
export function useRecent(go: Go) {
  const client = useClient()
  const queryClient = useQueryClient()
  const { pathname } = useLocation()
  const [kept, setKept] = useState(recents.read)
  const [problem, setProblem] = useState<string | null>(null)
  const [opening, setOpening] = useState<string | null>(null)
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])

  async function read(recent: Exclude<Recent, { kind: 'page' }>) {
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

  async function open(recent: Exclude<Recent, { kind: 'page' }>) {
    setOpening(keyOf(recent))
    setProblem(null)
    try {
      const opened = await read(recent)
      if (isThere.current) opened()
    } catch (error) {
      const isGone = error instanceof ApiError && error.kind === 'notFound'
      if (isGone) {
        recents.forget(recent)
        setKept(recents.read())
      }
      const why = error instanceof ApiError ? error.message : 'It could not be read.'
      setProblem(isGone ? `${recent.name} is no longer there.` : `${recent.name}: ${why}`)
    } finally {
      setOpening(null)
    }
  }

  const options = kept.flatMap((recent): Option[] => {
    if (recent.kind !== 'page')
      return [
        {
          id: `recent:${keyOf(recent)}`,
          title: recent.name,
          details: [KINDS[recent.kind].name],
          icon: KINDS[recent.kind].icon,
          pick: () => void open(recent),
        },
      ]
    const page = PALETTE_PAGES.find(({ to }) => to === recent.to)
    if (!page || page.to === pathname) return []
    return [
      {
        id: `recent:${keyOf(recent)}`,
        title: page.label,
        details: ['Page'],
        icon: page.icon,
        pick: () => go(page.to),
      },
    ]
  })
  return { options, problem, opening: opening !== null, clearProblem: () => setProblem(null) }
}

const KINDS = {
  booking: { name: 'Booking', icon: 'booking' },
  partner: { name: 'Partner', icon: 'verified' },
  user: { name: 'User', icon: 'user' },
} as const

function openBooking(booking: Booking, go: Go): void {
  go(paths.bookingDetailsCard(), bookingState(booking, null))
}

function openPartner(partner: Partner, go: Go): void {
  go(partnerScreen(partner).to)
}

function openUser(user: User, go: Go): void {
  // only what people call them is kept, never a phone
  if (user.name !== '') recents.remember({ kind: 'user', id: user.id, name: user.name })
  go(usersSearched(user.name || user.email || user.phone))
}
