import { useLayoutEffect, useRef, useState } from 'preact/compat'
import { useLocation, useNavigationType } from '../router/Router.tsx'
import { useThrottledValue } from './use-throttled-value.ts'

/**
 * Returns a typed text that is also in the URL. `onChange` writes it to the URL, at most once per interval of typing.
 * `flush` writes it at once: call it before following a link, so that Back finds the text. Any other navigation
 * replaces the text with that of the new URL.
 */
export function useThrottledSearchParam(urlText: string, onChange: (text: string) => void) {
  const { key } = useLocation()
  const navigationType = useNavigationType()
  const [text, setText] = useState(urlText)
  const [lastKey, setLastKey] = useState(key)
  const written = useRef<string>(null)
  const throttled = useThrottledValue(text)
  if (lastKey !== key) {
    setLastKey(key)
    if (navigationType !== 'replace') setText(urlText)
  }
  // before the frame, so that the list is fetched with the key
  useLayoutEffect(() => {
    if (throttled !== text) return
    if (throttled === urlText) written.current = null
    else if (throttled !== written.current) {
      written.current = throttled
      onChange(throttled)
    }
    // a new `onChange` alone is no reason to write
    // eslint-disable-next-line react/exhaustive-deps
  }, [throttled, text, urlText, key])
  const flush = () => {
    if (text !== urlText) onChange(text)
  }
  return { text, setText, throttled, flush }
}
