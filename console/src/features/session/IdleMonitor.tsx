import { lazy, Suspense } from 'preact/compat'
import { useIdleWarning } from './current-idle.ts'

const IdleWarning = lazy(() => import('./IdleWarning.tsx'))

/** Shows the warning that the session is about to end (§2.17). */
export function IdleMonitor() {
  const isWarned = useIdleWarning()
  return <Suspense fallback={null}>{isWarned && <IdleWarning />}</Suspense>
}
