import { useEffect, useRef, useState } from 'react'
import { currentKey } from '../router/location.ts'
import { useLocation, useNavigationType } from '../router/Router.tsx'
import { useDebouncedValue } from './use-debounced-value.ts'

/**
 * Returns a typed text that is also in the URL. `onChange` writes it to the URL after a pause of `delay`
 * milliseconds. `flush` writes it at once: call it before following a link, so that Back finds the text. Any
 * other navigation replaces the text with that of the new URL, except text that was typed after it began.
 */
export function useDebouncedSearchParam(
  urlText: string,
  delay: number,
  onChange: (text: string) => void,
) {
  const { key } = useLocation()
  const navigationType = useNavigationType()
  const [{ text, typedIn }, setTyped] = useState({ text: urlText, typedIn: key })
  const [lastKey, setLastKey] = useState(key)
  const written = useRef<string>(null)
  const debounced = useDebouncedValue(text, delay)
  if (lastKey !== key) {
    setLastKey(key)
    if (navigationType !== 'replace' && typedIn !== key) setTyped({ text: urlText, typedIn: key })
  }
  useEffect(() => {
    if (debounced !== text) return
    if (debounced === urlText) written.current = null
    // while the next view renders, `onChange` knows only the old one; this runs again when `key` changes
    else if (debounced !== written.current && currentKey() === key) {
      written.current = debounced
      onChange(debounced)
    }
    // a new `onChange` alone is no reason to write
    // eslint-disable-next-line react/exhaustive-deps
  }, [debounced, text, urlText, key])
  const flush = () => {
    if (text !== urlText) onChange(text)
  }
  const setText = (next: string) => setTyped({ text: next, typedIn: currentKey() })
  return { text, setText, debounced, flush }
}
