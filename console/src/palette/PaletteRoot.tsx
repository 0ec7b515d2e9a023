import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { matchPath, useLocation } from 'react-router'
import { ROUTES } from '../app/paths.ts'
import { passedBooking } from '../booking/passed-booking.ts'
import { useClient } from '../app/client-context.ts'
import { partnerById } from '../partner/queries.ts'
import { useSession } from '../session/current.ts'
import { isShortcut, loadPalette, recents, showPalette, usePaletteOpen } from './current-palette.ts'
import { PaletteBoundary } from './PaletteBoundary.tsx'

const CommandPalette = lazy(loadPalette)

/** Where the command palette opens, anywhere in the signed-in console. */
export function PaletteRoot() {
  const { token } = useSession()
  const isOpen = usePaletteOpen()
  const isSignedIn = token !== null

  // before the console can be seen: a key pressed at its first sight counts
  useLayoutEffect(() => {
    if (!isSignedIn) return
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      showPalette(true)
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      showPalette(false)
    }
  }, [isSignedIn])

  if (!isSignedIn) return null
  return (
    <>
      <Remembering />
      {isOpen && (
        <PaletteBoundary onClose={() => showPalette(false)}>
          <Suspense>
            <CommandPalette onClose={() => showPalette(false)} />
          </Suspense>
        </PaletteBoundary>
      )}
    </>
  )
}

const PAGES = [
  ROUTES.dashboard,
  ROUTES.bookingDetails,
  ROUTES.approvalPanel,
  ROUTES.partnerDetails,
  ROUTES.inProgressPartners,
  ROUTES.guestPartners,
  ROUTES.userCount,
  ROUTES.gstRequests,
  ROUTES.expiredBookings,
  ROUTES.activity,
] as readonly string[]

const OF_A_PARTNER = [
  ROUTES.kycHub,
  ROUTES.onlineKyc,
  ROUTES.companyKyc,
  ROUTES.inPerson,
  ROUTES.partnerBookings,
  ROUTES.gstRequest,
  ROUTES.inProgressPartner,
  ROUTES.guestPartner,
]

/** Remembers what is opened, however one came to it: pages, bookings, and partners once they are read. */
function Remembering() {
  const { pathname, state } = useLocation()
  const booking = pathname === ROUTES.bookingDetailsCard ? passedBooking(state) : null
  const bookingId = booking?.id
  const number = booking?.numberId.toUpperCase() ?? ''
  const partnerId =
    OF_A_PARTNER.map((route) => matchPath(route, pathname)?.params.id).find(Boolean) ?? ''
  // read by the screen; here it is only looked at
  const { data: partner } = useQuery({
    ...partnerById(useClient(), partnerId),
    enabled: false,
  })
  const name = partner?.id === partnerId ? partner.name || partner.companyName : ''

  useEffect(() => {
    if (PAGES.includes(pathname)) recents.remember({ kind: 'page', to: pathname })
  }, [pathname])
  useEffect(() => {
    if (bookingId && number) recents.remember({ kind: 'booking', id: bookingId, name: number })
  }, [bookingId, number])
  useEffect(() => {
    if (partnerId && name) recents.remember({ kind: 'partner', id: partnerId, name })
  }, [partnerId, name])
  return null
}
