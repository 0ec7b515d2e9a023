import { Suspense, useEffect } from 'preact/compat'
import { ParamsContext } from '../router/params.ts'
import { findRoute, matchPath } from '../router/pattern.ts'
import { useLocation } from '../router/Router.tsx'
import { Login } from '../screens/login/Login.tsx'
import { preloadWhenIdle } from '../ui/preload.ts'
import { AppLayout, loadFirst, RequireSession } from './RequireSession.tsx'
import { screen } from './screen.tsx'
import { LoginLayoutSkeleton } from './skeletons.tsx'
import { ROUTES } from '../features/navigation/paths.ts'

/** The screens that need a session. Every screen except the login screen is its own chunk. */
const GUARDED = {
  [ROUTES.dashboard]: screen(() => import('../screens/dashboard/Dashboard.tsx')),
  [ROUTES.bookingDetails]: screen(() => import('../screens/booking-details/BookingDetails.tsx')),
  [ROUTES.bookingDetailsCard]: screen(
    () => import('../screens/booking-details-card/BookingDetail.tsx'),
  ),
  [ROUTES.countedBookings]: screen(
    () => import('../screens/booking-details-counted/CountedBookings.tsx'),
  ),
  [ROUTES.endedBookings]: screen(
    () => import('../screens/booking-details-ended/EndedBookings.tsx'),
  ),
  [ROUTES.foundBookings]: screen(
    () => import('../screens/booking-details-found/FoundBookings.tsx'),
  ),
  [ROUTES.approvalPanel]: screen(() => import('../screens/approval-panel/ApprovalPanel.tsx')),
  [ROUTES.kycHub]: screen(() => import('../screens/approval-panel-kyc/KycHub.tsx')),
  [ROUTES.onlineKyc]: screen(
    () => import('../screens/approval-panel-kyc-online-kyc/OnlineKyc.tsx'),
  ),
  [ROUTES.companyKyc]: screen(
    () => import('../screens/approval-panel-kyc-company-kyc/CompanyKyc.tsx'),
  ),
  [ROUTES.inPerson]: screen(() => import('../screens/approval-panel-kyc-in-person/InPerson.tsx')),
  [ROUTES.partnerDetails]: screen(() => import('../screens/partner-details/ApprovedPartners.tsx')),
  [ROUTES.allPartners]: screen(() => import('../screens/partner-details-all/AllPartners.tsx')),
  [ROUTES.partnerBookings]: screen(
    () => import('../screens/partner-details-id/PartnerBookings.tsx'),
  ),
  [ROUTES.partnerOrder]: screen(() => import('../screens/partner-order/OrderDetails.tsx')),
  [ROUTES.userCount]: screen(() => import('../screens/user-count/UserCount.tsx')),
  [ROUTES.gstRequests]: screen(() => import('../screens/gst-requests/GstRequests.tsx')),
  [ROUTES.gstRequest]: screen(() => import('../screens/gst-requests-id/GstRequest.tsx')),
  [ROUTES.inProgressPartners]: screen(
    () => import('../screens/inprogress-partners/InProgressPartners.tsx'),
  ),
  [ROUTES.inProgressPartner]: screen(
    () => import('../screens/inprogress-partners-id/InProgressPartner.tsx'),
  ),
  [ROUTES.guestPartners]: screen(() => import('../screens/guest-partners/GuestPartners.tsx')),
  [ROUTES.account]: screen(() => import('../screens/account/Account.tsx')),
  [ROUTES.administrators]: screen(() => import('../screens/administrators/Administrators.tsx')),
  [ROUTES.activity]: screen(() => import('../screens/activity/Activity.tsx')),
  [ROUTES.guestPartner]: screen(() => import('../screens/guest-partners-id/GuestPartner.tsx')),
}

/** The screens inside the layout that need no session. */
const OPEN = {
  [ROUTES.expiredBookings]: screen(() => import('../screens/expired-bookings/ExpiredBookings.tsx')),
}

/** Loaded while the browser is idle. */
const PRELOADED = [
  () => import('../features/palette/PaletteResults.tsx'),
  ...Object.values({ ...GUARDED, ...OPEN }).map(({ load }) => load),
]

const ResetPassword = screen(() => import('../screens/reset-password/ResetPassword.tsx'))

/** Loads the layout while the sign-in runs. */
const prefetchLayout = () => void AppLayout.load()

const LoginScreen = () => <Login prefetch={prefetchLayout} />

/** The screens outside the layout. */
const OUTSIDE = {
  [ROUTES.landing]: LoginScreen,
  [ROUTES.login]: LoginScreen,
  [ROUTES.resetPassword]: () => (
    <Suspense fallback={<LoginLayoutSkeleton />}>
      <ResetPassword />
    </Suspense>
  ),
}

/**
 * Loads the code of the screen at a path. The first screen renders only then, so that the shell of the page stays
 * instead of a skeleton.
 */
export async function loadScreen(pathname: string, isSignedIn: boolean): Promise<void> {
  const found = findRoute({ ...(isSignedIn && GUARDED), ...OPEN }, pathname)
  if (found) await loadFirst(found.route, found.params)
  else if (matchPath(ROUTES.resetPassword, pathname)) await ResetPassword.load()
}

/** Renders the routes of §2.1 and our additional screens. An unknown path is the login screen. */
export function AppRoutes() {
  const { pathname } = useLocation()
  const guarded = findRoute(GUARDED, pathname)
  const inside = guarded ?? findRoute(OPEN, pathname)
  const Outside = findRoute(OUTSIDE, pathname)?.route ?? LoginScreen
  const isInside = inside !== null
  useEffect(() => (isInside ? preloadWhenIdle(PRELOADED) : undefined), [isInside])
  if (!inside) return <Outside />
  return (
    <RequireSession guarded={guarded !== null}>
      <ParamsContext value={inside.params}>
        <inside.route />
      </ParamsContext>
    </RequireSession>
  )
}
