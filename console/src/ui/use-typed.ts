import { useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** A text as typed, which the address holds too. Every navigation but that of the typing itself brings the address's own. */
export function useTyped(inAddress: string) {
  const { key } = useLocation()
  const kind = useNavigationType()
  const [text, setText] = useState(inAddress)
  const [entry, setEntry] = useState(key)
  if (entry !== key) {
    setEntry(key)
    if (kind !== NavigationType.Replace) setText(inAddress)
  }
  return [text, setText] as const
}
