import { type RefObject, useLayoutEffect, useRef } from 'preact/compat'

/**
 * Returns a `ref` that is true until the dialog is closed or the screen is left. Its call may be answered later: then only a
 * toast is seen, and another dialog may be open, which must not be closed.
 */
export function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(true)
  useLayoutEffect(
    () => () => {
      isOpen.current = false
    },
    [],
  )
  return isOpen
}
