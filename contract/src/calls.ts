import { accountCalls } from './account.ts'
import { administratorCalls } from './administrator.ts'
import { auditCalls } from './audit.ts'
import { bookingCalls } from './booking.ts'
import { documentCalls } from './document.ts'
import { exportCalls } from './export.ts'
import { healthCalls } from './health.ts'
import { liveCalls } from './live.ts'
import { partnerCalls } from './partner.ts'
import { passkeyCalls } from './passkey.ts'
import { personCalls } from './person.ts'
import { searchCalls } from './search.ts'
import { sessionCalls } from './session.ts'
import { summaryCalls } from './summary.ts'
import { superAdminCalls } from './super-admin.ts'
import { tempPartnerCalls } from './temp-partner.ts'
import { totalsCalls } from './totals.ts'
import { userCalls } from './user.ts'

/** Every call of our own server, including those of §7, keyed by method and path. */
export const CALLS = {
  ...sessionCalls,
  ...passkeyCalls,
  ...accountCalls,
  ...administratorCalls,
  ...superAdminCalls,
  ...bookingCalls,
  ...userCalls,
  ...partnerCalls,
  ...tempPartnerCalls,
  ...documentCalls,
  ...searchCalls,
  ...exportCalls,
  ...personCalls,
  ...summaryCalls,
  ...totalsCalls,
  ...auditCalls,
  ...liveCalls,
  ...healthCalls,
} as const

export type Calls = typeof CALLS
export type CallKey = keyof Calls
