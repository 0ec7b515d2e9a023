import { useEffect, useState } from 'preact/compat'
import { Button } from '../../ui/Button.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { idleTimer, useIdleWarning } from './current-idle.ts'

/** The remaining seconds that screen readers announce. */
const ANNOUNCED_AT = [60, 30, 10]

/**
 * Warns that the session is about to end (§2.17). It is not loaded on demand, because the connection may be lost by then.
 */
export function IdleWarning({ onLogout }: { onLogout: () => void }) {
  return useIdleWarning() ? <Countdown onLogout={onLogout} /> : null
}

/** Counts down the last minute of an idle session. Closing the dialog also extends the session. */
function Countdown({ onLogout }: { onLogout: () => void }) {
  const seconds = useSecondsLeft()
  const announced = ANNOUNCED_AT.findLast((at) => seconds <= at)
  return (
    <Dialog
      title="Are you still there?"
      description="You will be signed out soon because of inactivity. Text that you have typed into a form is kept."
      keepOnBackdrop
      onClose={idleTimer.extend}
      footer={
        <>
          <Button onClick={onLogout}>Logout</Button>
          <Button look="primary" ref={initialFocus} onClick={idleTimer.extend}>
            Stay signed in
          </Button>
        </>
      }
    >
      <p aria-hidden="true" className="flex items-baseline gap-2">
        <span className="text-3xl font-semibold tracking-tight tabular-nums">{seconds}</span>
        <span className="text-ink-muted">{seconds === 1 ? 'second' : 'seconds'} left</span>
      </p>
      <output className="sr-only">
        {announced !== undefined && `You will be signed out in ${announced} seconds.`}
      </output>
    </Dialog>
  )
}

function useSecondsLeft(): number {
  const [seconds, setSeconds] = useState(idleTimer.secondsLeft)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(idleTimer.secondsLeft()), 250)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
