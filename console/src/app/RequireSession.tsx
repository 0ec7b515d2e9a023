import { lazy, Suspense, useEffect, useRef } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { useSession } from '../session/current.ts'
import { paths } from './paths.ts'
import { endedAt, type LoginState } from './return-to.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { AppLayoutSkeleton } from './skeletons.tsx'

export const loadAppLayout = () => import('./AppLayout.tsx')
const AppLayout = lazy(loadAppLayout)

/** Where screens stand: the frame with the top bar and, when guarded, only with a session (§2.1). */
export function RequireSession({ guarded = false }: { guarded?: boolean }) {
  const { token, ended } = useSession()
  const location = useLocation()
  useLeavingWhenIdle()
  if (guarded && token === null) {
    if (ended === null) {
      return <Navigate to={paths.login()} replace state={{ from: location } satisfies LoginState} />
    }
    return <Navigate to={paths.landing()} replace state={endedAt(location, ended)} />
  }
  return (
    <ScreenBoundary>
      <Suspense fallback={<AppLayoutSkeleton />}>
        {/* what a session was shown goes with it, also where the screen may stay */}
        <AppLayout key={token === null ? 'open' : 'session'} />
      </Suspense>
    </ScreenBoundary>
  )
}

/** Inactivity leads to `/` (§2.17) from screens too that need no session. */
function useLeavingWhenIdle() {
  const { token, ended } = useSession()
  const navigate = useNavigate()
  const location = useLocation()
  const hadSession = useRef(token !== null)
  useEffect(() => {
    if (hadSession.current && token === null && ended === 'idle')
      void navigate(paths.landing(), { replace: true, state: endedAt(location, ended) })
    hadSession.current = token !== null
  }, [token, ended, location, navigate])
}
