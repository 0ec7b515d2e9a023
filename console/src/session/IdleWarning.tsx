import { useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog, focusedFirst } from '../ui/Dialog.tsx'
import { endSession } from './current.ts'
import { idle } from './current-idle.ts'

/** Seconds at which the time left is said aloud; each second would drown everything else. */
const SAID_AT = [60, 30, 10]

/** The last minute of an idle session (§2.17). Closing it is an answer too: somebody is there. */
export default function IdleWarning() {
  const seconds = useSecondsLeft()
  const said = SAID_AT.findLast((at) => seconds <= at)
  return (
    <Dialog
      title="Are you still there?"
      description="You will be signed out soon because of inactivity. Text that you have typed into a form is kept."
      keepOnBackdrop
      onClose={idle.stay}
      footer={
        <>
          <Button onClick={() => endSession('logout')}>Sign out now</Button>
          <Button look="primary" ref={focusedFirst} onClick={idle.stay}>
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
        {said !== undefined && `You will be signed out in ${said} seconds.`}
      </output>
    </Dialog>
  )
}

function useSecondsLeft(): number {
  const [seconds, setSeconds] = useState(idle.secondsLeft)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(idle.secondsLeft()), 250)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
