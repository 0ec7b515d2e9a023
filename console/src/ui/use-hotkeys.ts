import { useLayoutEffect, useRef } from 'react'

/**
 * Calls a function for a single key. Ignores keys in form controls and media players, with a modifier,
 * repeated by holding, and behind an open dialog.
 */
export function useHotkeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const current = useRef(keys)
  // layout effects, so that keys work as soon as the screen is visible
  useLayoutEffect(() => {
    current.current = keys
  })
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      const action = Object.hasOwn(current.current, event.key)
        ? current.current[event.key]
        : undefined
      if (!action) return
      event.preventDefault()
      action()
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
