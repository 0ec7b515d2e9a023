import { useSyncExternalStore } from 'react'
import { session } from '../session/current.ts'
import { isApple } from '../../ui/keyboard.ts'
import { createRecentItems } from './recent.ts'

export const recentItems = createRecentItems({ storage: localStorage, person: session.person })

let isOpen = false
const listeners = new Set<() => void>()

export function setPaletteOpen(open: boolean): void {
  // not over an open dialog
  if (open && document.querySelector('dialog[open]')) return
  isOpen = open
  for (const listener of listeners) listener()
}

export function usePaletteOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOpen,
  )
}

/** The shortcut, as the keys are labelled. */
export const SHORTCUT = isApple ? '⌘K' : 'Ctrl K'

export function isShortcut(event: KeyboardEvent): boolean {
  const { key, shiftKey, altKey, ctrlKey, metaKey, repeat } = event
  // on a Mac, Ctrl K deletes to the end of a line
  const hasModifier = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey
  return hasModifier && key.toLowerCase() === 'k' && !shiftKey && !altKey && !repeat
}
