import { useEffect, useState } from 'react'
import { NavigationType, useHref, useLocation, useNavigationType } from 'react-router'
import { useDebouncedValue } from './use-debounced-value.ts'

/**
 * Returns a typed text that is also in the URL. `onChange` writes it to the URL after a pause of `delay`
 * milliseconds. `flush` writes it at once: call it before following a link, so that Back finds the text. Any
 * other navigation replaces the text with that of the new URL.
 */
export function useDebouncedSearchParam(
  urlText: string,
  delay: number,
  onChange: (text: string) => void,
) {
  const { key, pathname } = useLocation()
  const path = useHref(pathname)
  const navigationType = useNavigationType()
  const [text, setText] = useState(urlText)
  const [lastKey, setLastKey] = useState(key)
  const debounced = useDebouncedValue(text, delay)
  if (lastKey !== key) {
    setLastKey(key)
    if (navigationType !== NavigationType.Replace) setText(urlText)
  }
  useEffect(() => {
    // while the next screen loads, this one stays rendered and must not replace the URL
    const isLeaving = window.location.pathname !== path
    if (debounced === text && debounced !== urlText && !isLeaving) onChange(debounced)
    // only typing changes the URL here: a filter that is chosen before the pause ends includes the typed text
    // eslint-disable-next-line react/exhaustive-deps
  }, [debounced, text])
  const flush = () => {
    if (text !== urlText) onChange(text)
  }
  return { text, setText, debounced, flush }
}
