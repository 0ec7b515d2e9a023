import { lazy, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '../session/current.ts'
import { paths } from './paths.ts'
import type { LoginState } from './return-to.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'

export const loadFrame = () => import('./Frame.tsx')
const Frame = lazy(loadFrame)

/** Where screens stand: the frame with the top bar and, when guarded, only with a session (§2.1). */
export function Place({ guarded = false }: { guarded?: boolean }) {
  const { token, ended } = useSession()
  const location = useLocation()
  if (guarded && token === null) {
    if (ended === null) {
      return <Navigate to={paths.login()} replace state={{ from: location } satisfies LoginState} />
    }
    const state: LoginState = ended === 'logout' ? {} : { from: location, ended }
    return <Navigate to={paths.landing()} replace state={state} />
  }
  return (
    <ScreenBoundary>
      <Suspense>
        <Frame />
      </Suspense>
    </ScreenBoundary>
  )
}
