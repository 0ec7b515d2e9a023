import { type RefObject, useLayoutEffect, useRef } from 'preact/compat'

/** A keyboard shortcut. It works, and is listed, while it has a function. */
export interface Hotkey {
  key: string
  /** What it does, as the help lists it. */
  what: string
  run: (() => void) | undefined
}

/** Where shortcuts work: on the current screen, or while a document on it has the focus. */
type HotkeyScope = 'screen' | 'document'

interface HotkeyList {
  scope: HotkeyScope
  keys: readonly Hotkey[]
}

const registered = new Set<RefObject<HotkeyList>>()

/** Returns the shortcuts of a scope that work now, each once. */
export function workingHotkeys(scope: HotkeyScope): Hotkey[] {
  const working = [...registered]
    .filter(({ current }) => current.scope === scope)
    .flatMap(({ current }) => current.keys)
    .filter(({ run }) => run !== undefined)
  return [...new Map(working.map((hotkey) => [hotkey.key, hotkey])).values()]
}

/** Calls the function of a shortcut of the screen when its key is pressed alone, and adds it to the help. */
export function useHotkeys(keys: readonly Hotkey[]): void {
  const current = useListedHotkeys(keys, 'screen')
  // layout effects, so that keys work as soon as the screen is visible
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPressedAlone(event)) return
      const pressed = pressedKey(event)
      const run = current.current.keys.find(({ key }) => key === pressed)?.run
      if (!run) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [current])
}

/** Adds shortcuts that a component handles itself to the help, while it is mounted. */
export function useListedHotkeys(
  keys: readonly Hotkey[],
  scope: HotkeyScope,
): RefObject<HotkeyList> {
  const current = useRef<HotkeyList>({ scope, keys })
  useLayoutEffect(() => {
    current.current = { scope, keys }
  })
  useLayoutEffect(() => {
    registered.add(current)
    return () => void registered.delete(current)
  }, [])
  return current
}

/**
 * Returns whether a key may be a shortcut of the screen. False in form controls and media players, with a modifier,
 * repeated by holding, behind an open dialog, and while a menu is open.
 */
export function isPressedAlone(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  return (
    !isTyping(event.target) && !document.querySelector('dialog[open], [popover=auto]:popover-open')
  )
}

/** The Latin keys of a keyboard's places that have no letter or digit. */
const LATIN: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']', Equal: '=' }

/**
 * Returns the key that was pressed, as shortcuts name it: also with Caps Lock on, and with a layout of another script,
 * such as Hindi, where the place of the key counts.
 */
export function pressedKey({ key, code, shiftKey }: KeyboardEvent): string {
  // names of keys are ASCII too
  if (key <= '\x7f') return shiftKey || key.length > 1 ? key : key.toLowerCase()
  if (code === 'Slash' && shiftKey) return '?'
  const place = LATIN[code] ?? /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? key
  return shiftKey ? place : place.toLowerCase()
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, select, textarea, video, audio'))
  )
}
