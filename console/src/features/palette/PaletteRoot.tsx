import { useQuery } from '@tanstack/preact-query'
import { useEffect, useLayoutEffect, useMemo } from 'preact/compat'
import { matchPath } from '../../router/pattern.ts'
import { useLocation } from '../../router/Router.tsx'
import { ROUTES } from '../navigation/paths.ts'
import { bookingIdIn, passedBooking } from '../booking/passed-booking.ts'
import { useClient } from '../client/client-context.ts'
import { bookingById } from '../booking/queries.ts'
import { partnerById } from '../partner/queries.ts'
import { useSession } from '../session/current.ts'
import { isPressedAlone, pressedKey } from '../../ui/use-hotkeys.ts'
import { palettePages } from './commands.ts'
import { isShortcut, recentItems, showPalette, usePaletteView } from './current-palette.ts'
import type { RecentItem } from './recent.ts'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { Palette } from './Palette.tsx'

const KeyboardHelp = dialogOnDemand(
  'Keyboard shortcuts',
  async () => (await import('./KeyboardHelp.tsx')).KeyboardHelp,
)

/** Opens the command palette, and by `?` the list of keys, on every screen of a signed-in administrator. */
export function PaletteRoot() {
  const { token } = useSession()
  const view = usePaletteView()
  const isSignedIn = token !== null

  // a layout effect, so that the shortcut works as soon as the console is visible
  useLayoutEffect(() => {
    if (!isSignedIn) return
    const onKey = (event: KeyboardEvent) => {
      const shown = isShortcut(event)
        ? 'commands'
        : pressedKey(event) === '?' && isPressedAlone(event)
          ? 'keys'
          : null
      if (shown === null || document.querySelector('dialog[open]')) return
      event.preventDefault()
      showPalette(shown)
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      showPalette(null)
    }
  }, [isSignedIn])

  if (!isSignedIn) return null
  return (
    <>
      <RecentItemRecorder />
      {view === 'commands' && <Palette onClose={() => showPalette(null)} />}
      {view === 'keys' && <KeyboardHelp onClose={() => showPalette(null)} />}
    </>
  )
}

const PARTNER_ROUTES = [
  ROUTES.kycHub,
  ROUTES.onlineKyc,
  ROUTES.companyKyc,
  ROUTES.inPerson,
  ROUTES.partnerBookings,
  ROUTES.gstRequest,
  ROUTES.inProgressPartner,
  ROUTES.guestPartner,
]

/** Records the opened pages, bookings and partners as recent items. */
function RecentItemRecorder() {
  const opened = useOpenedItem()
  useEffect(() => {
    if (opened) recentItems.add(opened)
  }, [opened])
  return null
}

/** Returns the page, booking or partner of the screen; null for another screen, and until a record is loaded. */
function useOpenedItem(): RecentItem | null {
  const { pathname, search, state } = useLocation()
  const client = useClient()
  const page = palettePages().some(({ to }) => to === pathname) ? pathname : ''
  const isBooking = pathname === ROUTES.bookingDetailsCard
  const linkedId = isBooking ? bookingIdIn(search) : ''
  // the screen fetches it
  const { data: linked } = useQuery({ ...bookingById(client, linkedId), enabled: false })
  const passed = isBooking ? passedBooking(state) : null
  const booking = passed ?? (linked?.id === linkedId ? linked : undefined)
  const partnerId =
    PARTNER_ROUTES.map((route) => matchPath(route, pathname)?.id).find(Boolean) ?? ''
  // the screen fetches it
  const { data: partner } = useQuery({ ...partnerById(client, partnerId), enabled: false })

  const id = booking?.id ?? partnerId
  const partnerName = partner?.id === partnerId ? partner.name || partner.companyName : ''
  const name = booking?.numberId.toUpperCase() ?? partnerName
  return useMemo(() => {
    if (page !== '') return { kind: 'page', to: page }
    return id === '' || name === '' ? null : { kind: isBooking ? 'booking' : 'partner', id, name }
  }, [page, isBooking, id, name])
}
