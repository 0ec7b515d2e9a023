import { useCallback } from 'preact/compat'
import { useNavigate } from '../../router/Router.tsx'
import { endSession } from '../session/current.ts'
import { paths } from './paths.ts'

/** Returns a function that logs out and goes to `/` (§2.2), also from a screen that needs no session. */
export function useLogout(): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    endSession('logout')
    navigate(paths.landing(), { replace: true })
  }, [navigate])
}
