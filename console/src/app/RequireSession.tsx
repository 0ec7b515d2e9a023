import { type ReactNode, Suspense, useEffect, useRef } from 'preact/compat'
import { Redirect, useLocation, useNavigate } from '../router/Router.tsx'
import { session, useSession } from '../features/session/current.ts'
import { paths } from '../features/navigation/paths.ts'
import type { LoginState } from '../features/navigation/return-to.ts'
import { type Screen, screen } from './screen.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { AppLayoutSkeleton } from './skeletons.tsx'

const loadLayout = () => import('./AppLayout.tsx')

export const AppLayout = screen(async () => {
  const { Layout, openPage } = await loadLayout()
  await openPage()
  return { default: Layout }
})

/** Loads the layout with its first screen, and starts to fetch the data of that screen. */
export async function loadFirst(
  { load, prefetch }: Screen<object>,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  await Promise.all([AppLayout.load(), load()])
  const { prefetchFirst } = await loadLayout()
  prefetchFirst(prefetch, params)
}

/**
 * Renders the screens inside the layout. With `guarded`, it renders them only for a signed-in administrator
 * (§2.1).
 */
export function RequireSession({ guarded, children }: { guarded: boolean; children: ReactNode }) {
  const { token, ended } = useSession()
  const location = useLocation()
  useLeavingWhenIdle()
  if (guarded && token === null) {
    // a logout has gone to `/` itself, so that this is another screen
    if (ended === null || ended === 'logout') {
      return <Redirect to={paths.login()} state={{ from: location } satisfies LoginState} />
    }
    const state: LoginState = { from: location, ended }
    return <Redirect to={paths.landing()} state={state} />
  }
  return (
    <ScreenBoundary>
      <Suspense fallback={<AppLayoutSkeleton />}>
        {/* a new key discards the data of the old session, even on a screen that needs no session. It names the person, because
            a tab that was suspended does not see the sign-out before another person signed in */}
        <AppLayout key={token === null ? 'open' : `session of ${session.person()}`}>
          {children}
        </AppLayout>
      </Suspense>
    </ScreenBoundary>
  )
}

/** Navigates to `/` when the session ends through inactivity (§2.17), also on screens that need no session. */
function useLeavingWhenIdle() {
  const { token, ended } = useSession()
  const navigate = useNavigate()
  const location = useLocation()
  const hadSession = useRef(token !== null)
  useEffect(() => {
    if (hadSession.current && token === null && ended === 'idle') {
      const state: LoginState = { from: location, ended }
      navigate(paths.landing(), { replace: true, state })
    }
    hadSession.current = token !== null
  }, [token, ended, location, navigate])
}
