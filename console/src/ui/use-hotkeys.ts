import { useLayoutEffect, useRef } from 'react'

/**
 * Calls back for single keys pressed on the page itself: not while something is typed or chosen, not
 * with a modifier, not when held down, and not behind an open dialog.
 */
export function useHotkeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const current = useRef(keys)
  // before the screen can be seen: a key pressed at its first sight counts
  useLayoutEffect(() => {
    current.current = keys
  })
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      const act = Object.hasOwn(current.current, event.key) ? current.current[event.key] : undefined
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, select, textarea, video, audio'))
  )
}
