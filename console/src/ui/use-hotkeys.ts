import { useLayoutEffect, useRef } from 'react'

/** A keyboard shortcut of a screen. It works, and is listed, while it has a function. */
export interface Hotkey {
  key: string
  /** What it does, as the help lists it. */
  what: string
  run: (() => void) | undefined
}

const registered = new Set<{ current: readonly Hotkey[] }>()

/** Returns the shortcuts of the present screen that work now. */
export function workingHotkeys(): Hotkey[] {
  return [...registered].flatMap(({ current }) => current).filter(({ run }) => run !== undefined)
}

/** Calls the function of a shortcut when its key is pressed alone, and adds the shortcuts to the help. */
export function useHotkeys(keys: readonly Hotkey[]): void {
  const current = useRef(keys)
  // layout effects, so that keys work as soon as the screen is visible
  useLayoutEffect(() => {
    current.current = keys
  })
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPressedAlone(event)) return
      const run = current.current.find(({ key }) => key === event.key)?.run
      if (!run) return
      event.preventDefault()
      run()
    }
    registered.add(current)
    addEventListener('keydown', onKey)
    return () => {
      registered.delete(current)
      removeEventListener('keydown', onKey)
    }
  }, [])
}

/**
 * Returns whether a key may be a shortcut of the screen. False in form controls and media players, with a modifier,
 * repeated by holding, and behind an open dialog.
 */
export function isPressedAlone(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  return !isTyping(event.target) && !document.querySelector('dialog[open]')
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, select, textarea, video, audio'))
  )
}
