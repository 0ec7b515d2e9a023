import { lazy, Suspense, useEffect } from 'preact/compat'
import { Button } from '../../ui/Button.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { preloadWhenIdle } from '../../ui/preload.ts'
import { idleTimer, useIdleWarning } from './current-idle.ts'

const load = () => import('./IdleWarning.tsx')
const IdleWarning = lazy(load)

/** Shows the warning that the session is about to end (§2.17). */
export function IdleMonitor() {
  const isWarned = useIdleWarning()
  useEffect(() => preloadWhenIdle([load]), [])
  if (!isWarned) return null
  return (
    // without it, the screen would fail with the warning, and lose what was typed
    <ErrorBoundary renderFailure={() => <UnloadedWarning />}>
      <Suspense fallback={null}>
        <IdleWarning />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Warns without the countdown, whose code could not be loaded. */
function UnloadedWarning() {
  return (
    <Dialog
      title="Are you still there?"
      description="You will be signed out soon because of inactivity."
      keepOnBackdrop
      onClose={idleTimer.extend}
      footer={
        <Button look="primary" ref={initialFocus} onClick={idleTimer.extend}>
          Stay signed in
        </Button>
      }
    />
  )
}
