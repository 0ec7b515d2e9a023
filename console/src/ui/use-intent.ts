import { useEffect, useRef } from 'preact/compat'

/** Milliseconds for which the mouse or the focus rests on an element before a person is expected to open it. */
const REST_MS = 60

/**
 * Returns the listeners of an element that opens something. They call `prepare` once the mouse or the focus rests on the
 * element, or when the mouse presses it, so that what it opens can be fetched before. A touch may begin a scroll, so it
 * counts only when it moves the focus.
 */
export function useIntent(prepare: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const leave = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])

  function rest() {
    leave()
    timer.current = setTimeout(prepare, REST_MS)
  }

  return {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') rest()
    },
    onPointerLeave: leave,
    onPointerDown: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') prepare()
    },
    onFocus: rest,
    onBlur: leave,
  }
}
