import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { Login } from '../screens/login/Login.tsx'
import { loadAppLayout, RequireSession } from './RequireSession.tsx'
import { LoginLayoutSkeleton } from './skeletons.tsx'
import { ROUTES } from '../features/navigation/paths.ts'

const Dashboard = lazy(() => import('../screens/dashboard/Dashboard.tsx'))
const BookingDetails = lazy(() => import('../screens/booking-details/BookingDetails.tsx'))
const BookingDetail = lazy(() => import('../screens/booking-details-card/BookingDetail.tsx'))
const CountedBookings = lazy(() => import('../screens/booking-details-counted/CountedBookings.tsx'))
const EndedBookings = lazy(() => import('../screens/booking-details-ended/EndedBookings.tsx'))
const FoundBookings = lazy(() => import('../screens/booking-details-found/FoundBookings.tsx'))
const ApprovalPanel = lazy(() => import('../screens/approval-panel/ApprovalPanel.tsx'))
const KycHub = lazy(() => import('../screens/approval-panel-kyc/KycHub.tsx'))
const OnlineKyc = lazy(() => import('../screens/approval-panel-kyc-online-kyc/OnlineKyc.tsx'))
const CompanyKyc = lazy(() => import('../screens/approval-panel-kyc-company-kyc/CompanyKyc.tsx'))
const InPerson = lazy(() => import('../screens/approval-panel-kyc-in-person/InPerson.tsx'))
const OrderDetails = lazy(() => import('../screens/partner-order/OrderDetails.tsx'))
const Activity = lazy(() => import('../screens/activity/Activity.tsx'))
const UserCount = lazy(() => import('../screens/user-count/UserCount.tsx'))
const ExpiredBookings = lazy(() => import('../screens/expired-bookings/ExpiredBookings.tsx'))
const PartnerBookings = lazy(() => import('../screens/partner-details-id/PartnerBookings.tsx'))
const GuestPartner = lazy(() => import('../screens/guest-partners-id/GuestPartner.tsx'))
const ApprovedPartners = lazy(() => import('../screens/partner-details/ApprovedPartners.tsx'))
const AllPartners = lazy(() => import('../screens/partner-details-all/AllPartners.tsx'))
const GstRequests = lazy(() => import('../screens/gst-requests/GstRequests.tsx'))
const GstRequest = lazy(() => import('../screens/gst-requests-id/GstRequest.tsx'))
const InProgressPartners = lazy(
  () => import('../screens/inprogress-partners/InProgressPartners.tsx'),
)
const InProgressPartner = lazy(
  () => import('../screens/inprogress-partners-id/InProgressPartner.tsx'),
)
const ResetPassword = lazy(() => import('../screens/reset-password/ResetPassword.tsx'))
const GuestPartners = lazy(() => import('../screens/guest-partners/GuestPartners.tsx'))

/** Loads the layout while the sign-in runs. */
const prefetchLayout = () => void loadAppLayout()

/** Renders the routes of §2.1 and our additional screens. Every screen except the login screen is its own chunk. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path={ROUTES.landing} element={<Login prefetch={prefetchLayout} />} />
      <Route path={ROUTES.login} element={<Login prefetch={prefetchLayout} />} />
      <Route
        path={ROUTES.resetPassword}
        element={
          <Suspense fallback={<LoginLayoutSkeleton />}>
            <ResetPassword />
          </Suspense>
        }
      />
      <Route element={<RequireSession guarded />}>
        <Route path={ROUTES.dashboard} element={<Dashboard />} />
        <Route path={ROUTES.bookingDetails} element={<BookingDetails />} />
        <Route path={ROUTES.bookingDetailsCard} element={<BookingDetail />} />
        <Route path={ROUTES.countedBookings} element={<CountedBookings />} />
        <Route path={ROUTES.endedBookings} element={<EndedBookings />} />
        <Route path={ROUTES.foundBookings} element={<FoundBookings />} />
        <Route path={ROUTES.approvalPanel} element={<ApprovalPanel />} />
        <Route path={ROUTES.kycHub} element={<KycHub />} />
        <Route path={ROUTES.onlineKyc} element={<OnlineKyc />} />
        <Route path={ROUTES.companyKyc} element={<CompanyKyc />} />
        <Route path={ROUTES.inPerson} element={<InPerson />} />
        <Route path={ROUTES.partnerDetails} element={<ApprovedPartners />} />
        <Route path={ROUTES.allPartners} element={<AllPartners />} />
        <Route path={ROUTES.partnerBookings} element={<PartnerBookings />} />
        <Route path={ROUTES.partnerOrder} element={<OrderDetails />} />
        <Route path={ROUTES.userCount} element={<UserCount />} />
        <Route path={ROUTES.gstRequests} element={<GstRequests />} />
        <Route path={ROUTES.gstRequest} element={<GstRequest />} />
        <Route path={ROUTES.inProgressPartners} element={<InProgressPartners />} />
        <Route path={ROUTES.inProgressPartner} element={<InProgressPartner />} />
        <Route path={ROUTES.guestPartners} element={<GuestPartners />} />
        <Route path={ROUTES.activity} element={<Activity />} />
        <Route path={ROUTES.guestPartner} element={<GuestPartner />} />
      </Route>
      <Route element={<RequireSession />}>
        <Route path={ROUTES.expiredBookings} element={<ExpiredBookings />} />
      </Route>
      <Route path="*" element={<Login prefetch={prefetchLayout} />} />
    </Routes>
  )
}
