import { useSyncExternalStore } from 'react'
import { session } from '../session/current.ts'
import { isApple } from '../ui/keyboard.ts'
import { createRecents } from './recent.ts'

export const recents = createRecents({ storage: localStorage, person: session.person })

/** Whether the palette is open. */
let isOpen = false
const listeners = new Set<() => void>()

export function showPalette(open: boolean): void {
  // a dialog is to be answered first
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

/** Loads the palette before it is asked for. */
export const loadPalette = () => import('./CommandPalette.tsx')

/** The shortcut as keyboards name it. */
export const SHORTCUT = isApple ? '⌘K' : 'Ctrl K'

export function isShortcut(event: KeyboardEvent): boolean {
  const { key, shiftKey, altKey, ctrlKey, metaKey, repeat } = event
  // on a Mac, Ctrl K deletes to the end of a line
  const held = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey
  return held && key.toLowerCase() === 'k' && !shiftKey && !altKey && !repeat
}
