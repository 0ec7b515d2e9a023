import { useSyncExternalStore } from 'preact/compat'
import { encryptedStorage } from '../encrypted-storage/current.ts'
import { session } from '../session/current.ts'
import { isApple } from '../../ui/keyboard.ts'
import { pressedKey } from '../../ui/use-hotkeys.ts'
import { createRecentItems } from './recent.ts'

/** Milliseconds after which recent items are stored, long after the screen has its data. */
const STORE_AFTER_MS = 3000

export const recentItems = createRecentItems({
  encrypted: encryptedStorage,
  person: session.person,
  whenIdle: (run) => void setTimeout(run, STORE_AFTER_MS),
})

/** What the palette shows: commands and records, or the keyboard shortcuts. */
export type PaletteView = 'commands' | 'keys'

let view: PaletteView | null = null
const listeners = new Set<() => void>()

/** Opens the palette with a view, or closes it with null. */
export function showPalette(shown: PaletteView | null): void {
  view = shown
  for (const listener of listeners) listener()
}

/** Returns what the palette shows, or null while it is closed. */
export function usePaletteView(): PaletteView | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => view,
  )
}

/** The shortcut, as the keys are labelled. */
export const SHORTCUT = isApple ? '⌘K' : 'Ctrl K'

export function isShortcut(event: KeyboardEvent): boolean {
  const { shiftKey, altKey, ctrlKey, metaKey, repeat } = event
  // on a Mac, Ctrl K deletes to the end of a line
  const hasModifier = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey
  return hasModifier && pressedKey(event) === 'k' && !shiftKey && !altKey && !repeat
}
