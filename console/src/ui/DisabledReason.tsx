import type { TargetedEvent } from 'preact'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'preact/compat'
import { positionBeside } from './position-beside.ts'

/** Shows why a button is disabled while the pointer is over it or it has the focus. */
export function DisabledReason({
  id,
  reason,
  side,
  children,
}: {
  /** The id of the text, for the button's `aria-describedby`. */
  id: string
  reason: string
  side: 'above' | 'below'
  /** The button. */
  children: ReactNode
}) {
  const box = useRef<HTMLSpanElement>(null)
  const panel = useRef<HTMLSpanElement>(null)
  const [isShown, setIsShown] = useState(false)

  // a popover, because boxes around the button cut off what is outside of them
  useLayoutEffect(() => {
    const [button, shown] = [box.current, panel.current]
    if (!isShown || !button || !shown) return undefined
    const place = () => positionBeside(shown, button, side)
    const stop = new AbortController()
    shown.showPopover()
    place()
    addEventListener('resize', place, stop)
    addEventListener('scroll', place, { capture: true, passive: true, signal: stop.signal })
    return () => {
      stop.abort()
      shown.hidePopover()
    }
  }, [isShown, side, reason])

  const show = () => setIsShown(true)
  const hide = ({ currentTarget }: TargetedEvent<HTMLSpanElement>) =>
    setIsShown(currentTarget.matches(':hover, :focus-within'))

  return (
    <span
      ref={box}
      className="inline-flex [&>button]:grow"
      onMouseEnter={show}
      onMouseLeave={hide}
      onFocusIn={show}
      onFocusOut={hide}
    >
      {children}
      <span
        ref={panel}
        popover="manual"
        className="pointer-events-none fixed m-0 overflow-visible bg-transparent py-2"
      >
        <span
          id={id}
          role="tooltip"
          className="block rounded-sm bg-ink px-2.5 py-1.5 text-left text-sm font-normal whitespace-normal text-surface shadow-lifted"
        >
          {reason}
        </span>
      </span>
    </span>
  )
}
