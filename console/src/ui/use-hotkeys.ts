import { type RefObject, useLayoutEffect, useRef } from 'preact/compat'

/** A keyboard shortcut. It works, and is listed, while it has a function. */
export interface Hotkey {
  key: string
  /** What it does, as the help lists it. */
  what: string
  run: (() => void) | undefined
}

/** Where shortcuts work: on the present screen, or while a document on it has the focus. */
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
      const run = current.current.keys.find(({ key }) => key === event.key)?.run
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
