import { useEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { useDebouncedValue } from './use-debounced-value.ts'

/**
 * A text as typed, which the address holds too. `follow` brings the address after it once it has stood still
 * for so many milliseconds, or at once where `settle` is called: before a link is followed, so that back
 * finds it. Every navigation but that of the typing itself brings the address's own.
 */
export function useDebouncedSearchParam(
  inAddress: string,
  pause: number,
  follow: (text: string) => void,
) {
  const { key } = useLocation()
  const kind = useNavigationType()
  const [text, setText] = useState(inAddress)
  const [entry, setEntry] = useState(key)
  const paused = useDebouncedValue(text, pause)
  if (entry !== key) {
    setEntry(key)
    if (kind !== NavigationType.Replace) setText(inAddress)
  }
  useEffect(() => {
    if (paused === text && paused !== inAddress) follow(paused)
    // the address follows the typing alone: a filter chosen meanwhile takes the typed text with it
    // eslint-disable-next-line react/exhaustive-deps
  }, [paused, text])
  const settle = () => {
    if (text !== inAddress) follow(text)
  }
  return { text, setText, paused, settle }
}
