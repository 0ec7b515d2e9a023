import { useEffect, useRef, useState } from 'react'
import { currentKey } from '../router/location.ts'
import { useLocation, useNavigationType } from '../router/Router.tsx'
import { useThrottledValue } from './use-throttled-value.ts'

/**
 * Returns a typed text that is also in the URL. `onChange` writes it to the URL, at most once per interval of typing.
 * `flush` writes it at once: call it before following a link, so that Back finds the text. Any other navigation
 * replaces the text with that of the new URL, except text that was typed after it began.
 */
export function useThrottledSearchParam(urlText: string, onChange: (text: string) => void) {
  const { key } = useLocation()
  const navigationType = useNavigationType()
  const [{ text, typedIn }, setTyped] = useState({ text: urlText, typedIn: key })
  const [lastKey, setLastKey] = useState(key)
  const written = useRef<string>(null)
  const throttled = useThrottledValue(text)
  if (lastKey !== key) {
    setLastKey(key)
    if (navigationType !== 'replace' && typedIn !== key) setTyped({ text: urlText, typedIn: key })
  }
  useEffect(() => {
    if (throttled !== text) return
    if (throttled === urlText) written.current = null
    // while the next view renders, `onChange` knows only the old one; this runs again when `key` changes
    else if (throttled !== written.current && currentKey() === key) {
      written.current = throttled
      onChange(throttled)
    }
    // a new `onChange` alone is no reason to write
    // eslint-disable-next-line react/exhaustive-deps
  }, [throttled, text, urlText, key])
  const flush = () => {
    if (text !== urlText) onChange(text)
  }
  const setText = (next: string) => setTyped({ text: next, typedIn: currentKey() })
  return { text, setText, throttled, flush }
}
