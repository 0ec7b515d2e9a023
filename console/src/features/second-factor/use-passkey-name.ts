import { useCallback, useRef, useState } from 'preact/compat'
import { initialFocus } from '../../ui/Dialog.tsx'

/** Holds the typed name of a passkey. Returns it with the props of its field, which has the focus when a dialog opens. */
export function usePasskeyName(initial: string | (() => string)) {
  const [name, setName] = useState(initial)
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement | null>(null)
  const ref = useCallback((element: HTMLInputElement | null) => {
    input.current = element
    initialFocus(element)
  }, [])

  /** Returns whether the name can be sent. Otherwise the field says why, and gets the focus. */
  function check(): boolean {
    const isMissing = name.trim() === ''
    setError(isMissing ? 'Enter a name.' : undefined)
    if (isMissing) input.current?.focus()
    return !isMissing
  }

  function onText(text: string) {
    setName(text)
    setError(undefined)
  }

  return { name, check, field: { ref, value: name, error, onText } }
}
